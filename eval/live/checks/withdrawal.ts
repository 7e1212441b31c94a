import { type AcceptanceContext, type Check, readLookup } from '../acceptance-context.ts'
import { json, must } from '../expect-answer.ts'

export const withdrawalChecks = ({ api, known, newRun, lookUp, evidenceOf }: AcceptanceContext): Check[] => [
  {
    name: 'a document that is withdrawn is no evidence from then on, and is gone from the list',
    run: async () => {
      must(known.docId !== null, 'there is no document to withdraw')
      const id = encodeURIComponent(known.docId ?? '')
      json(await api.remove(`/api/documents/${id}`), 200)
      known.documentRef = null
      const after = readLookup(await lookUp(newRun()))
      must(evidenceOf(after).length === 0, 'a lookup still shows it')
      must((await api.get(`/api/documents/${id}`)).status === 404, 'it can still be read')
    },
  },
]
