import type * as ChangeInWordsModule from '../client/change-in-words.ts'
import type * as DomainModule from '@espalier/domain'
import type * as ModelServerModule from '../testing/model-server.ts'
import type * as PageModule from '../testing/page.ts'
import type * as NodeFieldsModule from '@espalier/domain/node-fields'
import { throwawayRows, throwawayValues } from '@espalier/domain/testing/throwaway-fields'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { NodeFields } from './node-record.ts'

let model: typeof ModelServerModule
let pages: typeof PageModule
let domain: typeof DomainModule
let words: typeof ChangeInWordsModule

beforeAll(async () => {
  vi.resetModules()
  vi.doMock('@espalier/domain/node-fields', async (load) => {
    const real = await load<typeof NodeFieldsModule>()
    return { ...real, nodeFieldRows: { ...real.nodeFieldRows, ...throwawayRows } }
  })
  model = await import('../testing/model-server.ts')
  pages = await import('../testing/page.ts')
  domain = await import('@espalier/domain')
  words = await import('../client/change-in-words.ts')
})
afterAll(() => {
  vi.doUnmock('@espalier/domain/node-fields')
  vi.resetModules()
})

const defaults = { nicknames: [], weight: null }

describe('field that is only in the field table', () => {
  it('changes, undoes and redoes a new field on a page', () => {
    const { edits, ...replica } = new pages.Page(new model.ModelServer([model.aRecord('root')]), 'me').replica
    expect(edits.change('root', throwawayValues as NodeFields).ok).toBe(true)
    expect(replica.node('root')).toMatchObject(throwawayValues)
    expect(edits.undo().ok).toBe(true)
    expect(replica.node('root')).toMatchObject(defaults)
    expect(edits.redo().ok).toBe(true)
    expect(replica.node('root')).toMatchObject(throwawayValues)
  })

  it('sends a new field with a new node and with a pasted branch', () => {
    const { edits, ...replica } = new pages.Page(new model.ModelServer([model.aRecord('root')]), 'me').replica
    const made = edits.insertBranches({ kind: 'child', parentId: 'root' }, [
      { title: 'Pear', ...throwawayValues, children: [] },
    ])
    if (!made.ok) throw new Error(made.reason)
    expect(replica.node(made.value[0] ?? '')).toMatchObject(throwawayValues)
  })

  it('includes a new field in the selection of every page', () => {
    expect(domain.nodeFields.pageSelection).toContain('nicknames weight')
  })

  it('describes a pending change of a new field', () => {
    const change = { weight: 1 } as NodeFields
    expect(words.describeChange({ kind: 'update-many', ids: ['a', 'b'], change }, () => undefined)).toBe(
      'Change the weight of 2 nodes',
    )
  })
})
