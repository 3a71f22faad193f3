import { type Layout, noDefinitions, type ProjectId } from '@espalier/domain'
import { expect, it } from 'vitest'
import { createProjectState } from './project-state.ts'
import type { SentProject, TransportResult } from './transport.ts'

const first: SentProject = {
  id: 'p1' as ProjectId,
  title: 'Garden',
  body: '',
  status: 'active',
  completionStatus: 'todo',
  owner: 'ann',
  layout: 'tree-right',
  sharing: { generalAccess: 'restricted' },
  nodeLinks: [],
  integrationSettings: { jiraSync: false },
  seq: 1,
  updatedAt: 0,
  ...noDefinitions,
  views: [],
  viewersMayComment: false,
}

const failed: TransportResult<SentProject> = {
  ok: false,
  code: 'UNREACHABLE',
  text: 'No answer',
  retryAfter: null,
  isWhole: true,
}

function open() {
  const requests: { readonly layout: string | undefined; answer(result: TransportResult<SentProject>): void }[] = []
  const state = createProjectState(first, {
    transport: {
      updateProject: ({ layout }) => new Promise((answer) => requests.push({ layout, answer })),
      readProject: () => Promise.resolve({ ok: true, value: first }),
    },
    onLost: () => undefined,
  })
  state.allowEditing(true)
  return { state, requests, layouts: () => requests.map(({ layout }) => layout) }
}

const stored = (layout: Layout, seq: number): TransportResult<SentProject> => ({
  ok: true,
  value: { ...first, layout, seq },
})

it('sends the next change only after the one before it was answered, so that none can overtake', async () => {
  const { state, requests, layouts } = open()
  const changes = [state.setLayout('tree-down'), state.setLayout('tree-left')]
  expect(state.details.get().layout).toBe('tree-left')
  expect(layouts()).toEqual(['tree-down'])
  requests[0]?.answer(stored('tree-down', 2))
  await expect.poll(layouts).toEqual(['tree-down', 'tree-left'])
  expect(state.details.get().layout).toBe('tree-left')
  requests[1]?.answer(stored('tree-left', 3))
  await Promise.all(changes)
  expect(state.details.get().layout).toBe('tree-left')
})

it('sends the next change also after one failed, and at once when none is on its way', async () => {
  const { state, requests, layouts } = open()
  const lost = state.setLayout('tree-down')
  const kept = state.setLayout('tree-left')
  requests[0]?.answer(failed)
  expect(await lost).toMatchObject({ ok: false })
  await expect.poll(layouts).toEqual(['tree-down', 'tree-left'])
  requests[1]?.answer(stored('tree-left', 2))
  await kept
  void state.setLayout('tree-right')
  expect(layouts()).toEqual(['tree-down', 'tree-left', 'tree-right'])
})
