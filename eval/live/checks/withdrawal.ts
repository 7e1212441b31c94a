import { deletedDocument, documentList } from '../../../lib/contract/document.ts'
import { type AcceptanceContext, type Check, readLookup } from '../acceptance-context.ts'
import { json, must } from '../expect-answer.ts'

export const withdrawalChecks = ({ api, known, newRun, lookUp, evidenceOf }: AcceptanceContext): Check[] => [
  {
    name: 'a document that is withdrawn is no evidence from then on, and is gone from the list',
    run: async () => {
      must(known.docId !== null, 'there is no document to withdraw')
      const id = encodeURIComponent(known.docId ?? '')
      const { documentRef } = known
      const { doc_id } = deletedDocument.parse(json(await api.remove(`/api/documents/${id}`), 200))
      must(doc_id === known.docId, `${doc_id} was withdrawn`)
      known.documentRef = null
      const after = readLookup(await lookUp(newRun()))
      must(evidenceOf(after).length === 0, 'a lookup still shows it')
      for (const name of [id, documentRef]) {
        must((await api.get(`/api/documents/${name}`)).status === 404, 'it can still be read')
      }
      const { documents } = documentList.parse(json(await api.get('/api/documents?limit=100'), 200))
      must(!documents.some(({ document_ref }) => document_ref === documentRef), 'it is still on the list')
    },
  },
]
