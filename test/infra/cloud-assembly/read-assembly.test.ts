// The synthesized template is the route table, the catalog and the table definitions, and nothing beside them.
import { existsSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../../functions/catalog.ts'
import { type Assembly, readAssembly } from '../../../infra/cloud-assembly/read-assembly.ts'
import { type Route, routeKeyOf, routes } from '../../../lib/contract/routes.ts'
import { documentsTable } from '../../../lib/documents/documents-table.ts'
import { ledgerTable } from '../../../lib/ledger/ledger-table.ts'
import { synthesisLimitMs, synthesizedAssembly } from './synthesized-assembly.ts'

let assembly: Assembly
beforeAll(async () => {
  assembly = readAssembly(await synthesizedAssembly())
}, synthesisLimitMs)

describe('the synthesized template', () => {
  test('serves each route of the table by the function that the table names, and everything else by api-document', () => {
    const served = Object.fromEntries(assembly.routes.map((route) => [route.routeKey, route.function]))
    const table = Object.fromEntries(Object.values<Route>(routes).map((route) => [routeKeyOf(route), route.function]))
    expect(served).toEqual({ ...table, $default: 'api-document' })
  })

  test('opens no route', () => {
    for (const route of assembly.routes)
      expect([route.routeKey, route.authorization]).toEqual([route.routeKey, 'AWS_IAM'])
  })

  test('has the functions of the catalog, each with the time and memory of its row', () => {
    const made = assembly.functions.map(({ name, timeoutSeconds, memoryMb }) => [name, timeoutSeconds, memoryMb])
    expect(made.sort()).toEqual(
      Object.entries(catalog)
        .map(([name, row]) => [name, row.timeoutSeconds, row.memoryMb])
        .sort(),
    )
  })

  test('has a bundle for each of them', () => {
    for (const { name, file, exportName } of assembly.functions) {
      expect([name, existsSync(file), exportName]).toEqual([name, true, 'handler'])
    }
  })

  test('makes the two tables as their definitions say', () => {
    expect([...assembly.tables.values()]).toEqual([ledgerTable, documentsTable])
  })

  test('hands messages and the sweep to the functions whose rows ask for them', () => {
    const rows = Object.entries(catalog).filter(([, row]) => row.triggers !== undefined)
    expect(assembly.eventSources.map((source) => source.function)).toEqual(rows.map(([name]) => name))
    expect(assembly.schedules).toEqual(
      rows.map(([name, row]) => ({ function: name, expression: `rate(${row.triggers?.sweepMinutes} minutes)` })),
    )
  })
})
