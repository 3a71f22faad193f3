import { throwawayRows, throwawayValues } from '@espalier/domain/testing/throwaway-fields'
import type { ProjectClient } from '@espalier/sync'
import { beforeAll, describe, expect, it, vi } from 'vitest'

let payload: typeof import('./clipboard-payload.ts')
let pasted: typeof import('./read-pasted.ts')
let files: typeof import('../import-export/project-file.ts')
let domain: typeof import('@espalier/domain')
let history: typeof import('../history/describe-entry.ts')

beforeAll(async () => {
  vi.resetModules()
  vi.doMock('@espalier/domain/node-fields', async (load) => {
    const real = await load<typeof import('@espalier/domain/node-fields')>()
    return { ...real, nodeFieldRows: { ...real.nodeFieldRows, ...throwawayRows } }
  })
  payload = await import('./clipboard-payload.ts')
  pasted = await import('./read-pasted.ts')
  files = await import('../import-export/project-file.ts')
  domain = await import('@espalier/domain')
  history = await import('../history/describe-entry.ts')
})

describe('a field that was added to the table alone', () => {
  it('is copied and pasted with its node', () => {
    const branch = { title: 'Pear', ...throwawayValues, children: [] }
    const { html, text } = payload.toClipboardPayload([branch])
    expect(pasted.readPastedBranches({ html, text })).toEqual({ ok: true, value: [branch] })
  })

  it('is taken from the open project into a copied branch and into an exported file', () => {
    const node = { ...domain.nodeFields.pageDefaults, id: 'a', projectId: 'plan', title: 'Pear', ...throwawayValues }
    const project = { get: () => ({ title: 'Plan', body: '', layout: 'tree-right' }) }
    const graph = domain.createGraph('plan', [node])
    const client = { graph, project, node: () => node, nodes: () => [node] } as unknown as ProjectClient
    expect(payload.copyBranches(client, ['a'])).toMatchObject([throwawayValues])
    expect(files.toInterchangeProject(client, [], new Map()).nodes).toMatchObject([throwawayValues])
  })

  it('has words in the history', () => {
    const change = { id: 'a', title: 'Pear', isDeleted: false, before: { weight: null }, after: { weight: 2 } }
    const entry = { kind: 'nodes_changed', undoes: null, nodeCount: 1, changes: [change] }
    expect(history.describeHistoryEntry(entry as never)).toBe('changed the weight of “Pear”')
  })
})
