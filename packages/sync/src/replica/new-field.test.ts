import { throwawayRows, throwawayValues } from '@espalier/domain/testing/throwaway-fields'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { NodeFields } from './node-record.ts'

let model: typeof import('../testing/model-server.ts')
let pages: typeof import('../testing/page.ts')
let documents: typeof import('../client/documents.ts')
let words: typeof import('../client/change-in-words.ts')

beforeAll(async () => {
  vi.resetModules()
  vi.doMock('@espalier/domain/node-fields', async (load) => {
    const real = await load<typeof import('@espalier/domain/node-fields')>()
    return { ...real, nodeFieldRows: { ...real.nodeFieldRows, ...throwawayRows } }
  })
  model = await import('../testing/model-server.ts')
  pages = await import('../testing/page.ts')
  documents = await import('../client/documents.ts')
  words = await import('../client/change-in-words.ts')
})
afterAll(() => {
  vi.doUnmock('@espalier/domain/node-fields')
  vi.resetModules()
})

const defaults = { nicknames: [], weight: null }

describe('a field that was added to the table alone', () => {
  it('is changed, undone and redone on a page', () => {
    const { edits, ...replica } = new pages.Page(new model.ModelServer([model.aRecord('root')]), 'me').replica
    expect(edits.change('root', throwawayValues as NodeFields).ok).toBe(true)
    expect(replica.node('root')).toMatchObject(throwawayValues)
    expect(edits.undo().ok).toBe(true)
    expect(replica.node('root')).toMatchObject(defaults)
    expect(edits.redo().ok).toBe(true)
    expect(replica.node('root')).toMatchObject(throwawayValues)
  })

  it('is sent with a new node and with a pasted branch', () => {
    const { edits, ...replica } = new pages.Page(new model.ModelServer([model.aRecord('root')]), 'me').replica
    const made = edits.insertBranches({ kind: 'child', parentId: 'root' }, [
      { title: 'Pear', ...throwawayValues, children: [] },
    ])
    if (!made.ok) throw new Error(made.reason)
    expect(replica.node(made.value[0] ?? '')).toMatchObject(throwawayValues)
  })

  it('is asked for by every page', () => {
    expect(JSON.stringify(documents)).toContain('nicknames weight')
  })

  it('has words while a change of it waits', () => {
    const change = { weight: 1 } as NodeFields
    expect(words.describeChange({ kind: 'update-many', ids: ['a', 'b'], change }, () => undefined)).toBe(
      'Change the weight of 2 nodes',
    )
  })
})
