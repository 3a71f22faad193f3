import type * as DescribeEntryModule from '../history/describe-entry.ts'
import type * as ProjectFileModule from '../import-export/project-file.ts'
import type * as ClipboardPayloadModule from './clipboard-payload.ts'
import type * as ReadPastedModule from './read-pasted.ts'
import type * as DomainModule from '@espalier/domain'
import type * as NodeFieldsModule from '@espalier/domain/node-fields'
import { throwawayRows, throwawayValues } from '@espalier/domain/testing/throwaway-fields'
import type { ProjectClient } from '@espalier/sync'
import { beforeAll, describe, expect, it, vi } from 'vitest'

let payload: typeof ClipboardPayloadModule
let pasted: typeof ReadPastedModule
let files: typeof ProjectFileModule
let domain: typeof DomainModule
let history: typeof DescribeEntryModule

beforeAll(async () => {
  vi.resetModules()
  vi.doMock('@espalier/domain/node-fields', async (load) => {
    const real = await load<typeof NodeFieldsModule>()
    return { ...real, nodeFieldRows: { ...real.nodeFieldRows, ...throwawayRows } }
  })
  payload = await import('./clipboard-payload.ts')
  pasted = await import('./read-pasted.ts')
  files = await import('../import-export/project-file.ts')
  domain = await import('@espalier/domain')
  history = await import('../history/describe-entry.ts')
})

describe('field that is only in the field table', () => {
  it('copies and pastes a new field with its node', () => {
    const branch = { title: 'Pear', ...throwawayValues, children: [] }
    const { html, text } = payload.toClipboardPayload([branch])
    expect(pasted.readPastedBranches({ html, text })).toEqual({ ok: true, value: [branch] })
  })

  it('includes a new field of the open project in a copied branch and in an exported file', () => {
    const node = { ...domain.nodeFields.pageDefaults, id: 'a', projectId: 'plan', title: 'Pear', ...throwawayValues }
    const project = { get: () => ({ title: 'Plan', body: '', layout: 'tree-right' }) }
    const graph = domain.createGraph('plan', [node])
    const client = { graph, project, node: () => node, nodes: () => [node] } as unknown as ProjectClient
    expect(payload.copyBranches(client, ['a'])).toMatchObject([throwawayValues])
    expect(files.toInterchangeProject(client, [], new Map()).nodes).toMatchObject([throwawayValues])
  })

  it('describes a change of a new field in the history', () => {
    const change = { id: 'a', title: 'Pear', isDeleted: false, before: { weight: null }, after: { weight: 2 } }
    const entry = { kind: 'nodes_changed', undoes: null, nodeCount: 1, changes: [change] }
    const by = { name: 'Ada', isYou: false }
    expect(history.describeHistoryEntry(entry as never, by)).toEqual(['<who>Ada</who> changed the weight of “Pear”'])
  })
})
