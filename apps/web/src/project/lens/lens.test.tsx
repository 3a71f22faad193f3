import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { auth } from '../../api/session/session.ts'
import { adaId } from '../../testing/fake-api.ts'
import { resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { NodeSchedule } from '../schedule/NodeSchedule.tsx'
import type { NodeFixture } from '../testing/node-fixtures.ts'
import { openTestProject } from '../testing/test-project.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import type { LensKind, ProjectWorkspace } from '../workspace/project-workspace.ts'
import { LensBar } from './LensBar.tsx'

const stages = [
  { id: 'open', name: 'Open', category: 'todo', colour: '#fffabb', counts: true },
  { id: 'dropped', name: 'Dropped', category: 'todo', colour: '#fffabb', counts: false },
] as const
const nodes: readonly NodeFixture[] = [
  { id: 'orchard', title: 'Orchard', blockedByIds: ['permit'] },
  { id: 'dig', title: 'Dig', parentIds: ['orchard'], estimate: 2 },
  { id: 'plant', title: 'Plant', parentIds: ['orchard'], blockedByIds: ['dig'], estimate: 3, assigneeIds: [adaId] },
  { id: 'permit', title: 'The <b>permit</b>', status: 'progress', estimate: 4 },
  { id: 'press', title: 'Press', estimate: 5, dueDate: '2020-01-01' },
  { id: 'sell', title: 'Sell', status: 'done', dueDate: '2020-01-01', assigneeIds: [adaId] },
  { id: 'statue', title: 'Statue', stageId: 'dropped', estimate: 90 },
]

const open = () =>
  openTestWorkspace(openTestProject(nodes, { project: { owner: adaId, stages, estimateUnit: 'days' } }))

beforeEach(async () => {
  resetPage()
  stubNetwork({ [whoamiPath]: signedInReply('active') })
  await auth.check()
})

function drawLens(kind: LensKind) {
  const workspace = open()
  workspace.lens.set({ kind, found: null })
  render(<LensBar workspace={workspace} />)
  return { workspace, found: () => [...(workspace.lens.get().found ?? [])] }
}

describe('a lens', () => {
  it.each([
    ['ready', ['permit', 'press'], 'Ready now2 nodes'],
    ['critical', ['orchard', 'dig', 'plant', 'permit'], 'Critical path4 nodes9 days'],
    ['mine', ['plant', 'sell'], 'Mine2 nodes'],
    ['overdue', ['press'], 'Overdue1 node'],
  ] as const)('of the kind %s finds its nodes and says how many', (kind, ids, text) => {
    const { found } = drawLens(kind)
    expect(found().sort()).toEqual([...ids].sort())
    expect(screen.getByRole('status').textContent).toBe(text)
  })

  it('follows the changes of nodes and of the chosen lens', async () => {
    const { workspace, found } = drawLens('ready')
    act(() => void workspace.client.edits.change('permit', { status: 'done' }))
    await waitFor(() => expect(found()).toEqual(['dig', 'press']))
    act(() => void workspace.client.edits.change('dig', { status: 'done' }))
    await waitFor(() => expect(found()).toEqual(['plant', 'press']))
    act(() => workspace.lens.set({ kind: 'overdue', found: null }))
    expect(found()).toEqual(['press'])
  })

  it('says that a critical path needs estimates', () => {
    const workspace = openTestWorkspace({ root: { one: {} } })
    workspace.lens.set({ kind: 'critical', found: null })
    render(<LensBar workspace={workspace} />)
    expect(screen.getByRole('status').textContent).toContain('Nothing open has an estimate')
  })

  it('is removed by its button', async () => {
    const { workspace } = drawLens('mine')
    await userEvent.click(screen.getByRole('button', { name: 'Remove lens' }))
    expect(workspace.lens.get()).toEqual({ kind: 'none', found: null })
  })
})

function Details({ workspace, id }: { readonly workspace: ProjectWorkspace; readonly id: string }) {
  const node = workspace.client.node(id)
  return node === undefined ? null : <NodeSchedule workspace={workspace} node={node} />
}

const readFigures = () => screen.getAllByRole('definition').map(({ textContent }) => textContent)
const readItems = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

describe('the details of a node', () => {
  it('name its open blockers, and those of what it is part of', () => {
    const workspace = open()
    render(<Details workspace={workspace} id="plant" />)
    expect(screen.getByRole('heading', { name: 'This node is blocked' })).toBeTruthy()
    expect(readItems()).toEqual(['Dig', 'The permitblocks “Orchard”'])
    act(() => void workspace.client.edits.change('dig', { status: 'done' }))
    expect(readItems()).toEqual(['The permitblocks “Orchard”'])
    act(() => void workspace.client.edits.change('permit', { status: 'done' }))
    expect(screen.queryByRole('heading')).toBeNull()
  })

  it('lead to a blocker with its own details', async () => {
    const workspace = open()
    render(<Details workspace={workspace} id="plant" />)
    const link = screen.getByRole('link', { name: 'The permit' })
    expect(link.getAttribute('href')).toBe('#node=permit')
    await userEvent.click(link)
    expect([workspace.selection.get().current, workspace.detailsNodeId.get()]).toEqual(['permit', 'permit'])
  })

  it('say that it starts before a blocker is due, until the dates fit', () => {
    const workspace = open()
    workspace.client.edits.change('permit', { dueDate: '2026-11-20' })
    workspace.client.edits.change('dig', { startDate: '2026-11-18', dueDate: '2026-11-25' })
    render(<Details workspace={workspace} id="dig" />)
    const sentence = 'This node starts before “The permit” is due (2026-11-20)'
    expect(screen.queryByText(sentence)).not.toBeNull()
    act(() => void workspace.client.edits.change('dig', { startDate: '2026-11-20' }))
    expect(screen.queryByText(sentence)).toBeNull()
  })

  it('tell slack and earliest start while the critical path is shown', () => {
    const workspace = open()
    const { rerender } = render(<Details workspace={workspace} id="press" />)
    expect(screen.queryAllByRole('definition')).toEqual([])
    act(() => workspace.lens.set({ kind: 'critical', found: null }))
    expect(readFigures()).toEqual(['4 days', 'At once'])
    rerender(<Details workspace={workspace} id="plant" />)
    expect(readFigures()).toEqual(['None: it is on the critical path', 'After 6 days of work'])
  })
})
