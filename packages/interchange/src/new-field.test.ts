import { throwawayRows, throwawayValues } from '@espalier/domain/testing/throwaway-fields'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

let files: typeof import('./index.ts')
let branches: typeof import('./formats/branches.ts')
let csv: typeof import('./formats/csv.ts')

beforeAll(async () => {
  vi.resetModules()
  vi.doMock('@espalier/domain/node-fields', async (load) => {
    const real = await load<typeof import('@espalier/domain/node-fields')>()
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

describe('a field that was added to the table alone', () => {
  it('is read from our own format, and written into a table', () => {
    const result = read(entry)
    if (!result.ok) throw new Error(result.reason.text)
    expect(result.value.nodes).toMatchObject([throwawayValues])
    const [heading, row] = csv.writeCsv(result.value).split('\r\n')
    expect(heading).toMatch(/,Nicknames,Weight$/u)
    expect(row).toMatch(/,Conference Williams,2\.5$/u)
  })

  it('refuses a wrong value with its name', () => {
    const result = read({ ...entry, weight: 'heavy' })
    expect(result.ok ? '' : result.reason.text).toContain('nodes[0].weight is no weight')
  })

  it('goes with branches', () => {
    const result = read(entry)
    if (!result.ok) throw new Error(result.reason.text)
    expect(branches.toBranches(result.value)).toMatchObject([throwawayValues])
  })

  it('is named among what other formats lose', () => {
    expect(files.findFormat('markdown').loses).toContain('weights')
    expect(files.findFormat('espalier').loses).toEqual([])
  })
})
