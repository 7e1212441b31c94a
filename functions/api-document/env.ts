import { environmentOf } from '../../lib/contract/settings.ts'

/** It describes the API from the code's own tables and needs nothing else. */
export const apiDocumentEnvironment = environmentOf()
