import { documentView } from '../../../lib/contract/document.ts'
import type { AcceptanceContext, Check } from '../acceptance-context.ts'
import { json, must } from '../expect-answer.ts'
import { until } from '../until.ts'

export const documentChecks = ({ api, patience, document, known }: AcceptanceContext): Check[] => [
  {
    name: 'a document that is uploaded is accepted and ingested',
    run: async () => {
      const form = new FormData()
      form.set('file', new Blob([document.text], { type: 'text/markdown' }), document.filename)
      form.set('title', 'Acceptance check')
      known.upload = api.upload('/api/documents/upload', form)
      const uploaded = documentView.parse(json(await known.upload, 201, 202))
      known.documentRef = uploaded.document_ref
      const ingested = await until('the ingest', patience, async () => {
        const now = documentView.parse(json(await api.get(`/api/documents/${uploaded.document_ref}`), 200))
        must(now.ingest_status !== 'FAILED', `the ingest failed: ${now.reason}`)
        return now.ingest_status === 'INGESTED' ? now : null
      })
      must(ingested.doc_id !== null && (ingested.chunk_count ?? 0) > 0, 'it is ingested without an id or without text')
      known.docId = ingested.doc_id
    },
  },
]
