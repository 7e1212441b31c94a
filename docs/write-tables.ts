// `npm run docs`: brings the tables of the documents up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { withTables } from './render-tables.ts'

for (const path of ['../README.md', './operations.md', './knowledge-service.md']) {
  const file = new URL(path, import.meta.url)
  writeFileSync(file, withTables(readFileSync(file, 'utf8')))
}
