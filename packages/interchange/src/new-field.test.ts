import type * as BranchesModule from './formats/branches.ts'
import type * as CsvModule from './formats/csv.ts'
import type * as FilesModule from './index.ts'
import type * as NodeFieldsModule from '@espalier/domain/node-fields'
import { throwawayRows, throwawayValues } from '@espalier/domain/testing/throwaway-fields'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

let files: typeof FilesModule
let branches: typeof BranchesModule
let csv: typeof CsvModule

beforeAll(async () => {
  vi.resetModules()
  vi.doMock('@espalier/domain/node-fields', async (load) => {
    const real = await load<typeof NodeFieldsModule>()
    return { ...real, nodeFieldRows: { ...real.nodeFieldRows, ...throwawayRows } }
  })
  files = await import('./index.ts')
  branches = await import('./formats/branches.ts')
  csv = await import('./formats/csv.ts')
})
afterAll(() => {
  vi.doUnmock('@espalier/domain/node-fields')
  vi.resetModules()
})

const entry = { id: 'a', title: 'Pear', ...throwawayValues }
const read = (node: object) =>
  files.readEspalierValue({ format: 'espalier', version: 1, project: { title: 'Plan' }, nodes: [node] })

describe('field that is only in the field table', () => {
  it('reads a new field from our own format and writes it into a table', () => {
    const result = read(entry)
    if (!result.ok) throw new Error(result.reason.text)
    expect(result.value.nodes).toMatchObject([throwawayValues])
    const [heading, row] = csv.writeCsv(result.value).split('\r\n')
    expect(heading).toMatch(/,Nicknames,Weight$/u)
    expect(row).toMatch(/,Conference Williams,2\.5$/u)
  })

  it('refuses a wrong value of a new field and names the field', () => {
    const result = read({ ...entry, weight: 'heavy' })
    expect(result.ok ? '' : result.reason.text).toContain('nodes[0].weight is no weight')
  })

  it('carries a new field with branches', () => {
    const result = read(entry)
    if (!result.ok) throw new Error(result.reason.text)
    expect(branches.toBranches(result.value)).toMatchObject([throwawayValues])
  })

  it('lists a new field among those that other formats lose', () => {
    expect(files.findFormat('markdown').loses).toContain('weights')
    expect(files.findFormat('espalier').loses).toEqual([])
  })
})
