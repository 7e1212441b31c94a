// `npm run docs`: brings the tables of the README up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { withTables } from './render-tables.ts'

const readme = new URL('../README.md', import.meta.url)
writeFileSync(readme, withTables(readFileSync(readme, 'utf8')))
