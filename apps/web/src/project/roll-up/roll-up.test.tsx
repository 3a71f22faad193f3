import { act, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { NodeFixture } from '../testing/node-fixtures.ts'
import { openTestProject, type TestProject } from '../testing/test-project.ts'
import { ProgressRing } from '../toolbar/ToolbarStatus.tsx'
import { shareRollUps } from '../map/chips/chip-details.ts'
import { BelowNode } from './BelowNode.tsx'
import { getProjectRollUps } from './project-roll-ups.ts'

const stages = [
  { id: 'done', name: 'Done', category: 'done', colour: '#fffabb', counts: true },
  { id: 'dropped', name: 'Dropped', category: 'done', colour: '#fffabb', counts: false },
] as const
const nodes: readonly NodeFixture[] = [
  { id: 'goal', title: 'Goal', dueDate: '2020-01-10' },
  { id: 'a', title: 'A', parentIds: ['goal'], estimate: 3, startDate: '2020-01-02', dueDate: '2020-01-05' },
  { id: 'b', title: 'B', parentIds: ['goal'], estimate: 1, status: 'done', stageId: 'done' },
  { id: 'c', title: 'C', parentIds: ['goal'] },
]

const open = () => openTestProject(nodes, { project: { stages, estimateUnit: 'hours' } })

function Panel({ client, id }: { readonly client: TestProject; readonly id: string }) {
  const node = client.node(id)
  return node === undefined ? null : <BelowNode client={client} node={node} />
}

const readFigures = () =>
  [...document.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent])

describe('what is below a node', () => {
  it('sums up the branch and follows each change', () => {
    const client = open()
    render(<Panel client={client} id="goal" />)
    expect(screen.getByRole('region', { name: 'Below this node' })).toBeTruthy()
    expect(readFigures()).toEqual([
      ['Nodes', '1 of 3 done (33%)'],
      ['Estimate', '1 of 4 hours done (25%)'],
      ['Earliest start', expect.stringContaining('2020')],
      ['Latest due date', expect.stringContaining('2020')],
      ['Overdue', '1 node'],
    ])
    act(() => void client.edits.change('c', { status: 'done', estimate: 4 }))
    expect(readFigures().slice(0, 2)).toEqual([
      ['Nodes', '2 of 3 done (67%)'],
      ['Estimate', '5 of 8 hours done (63%)'],
    ])
  })

  it('says that the node is due before something below it', () => {
    const client = open()
    render(<Panel client={client} id="goal" />)
    expect(screen.queryByText(/^This node is due before/u)).toBeNull()
    act(() => void client.edits.change('a', { dueDate: '2020-02-01' }))
    expect(screen.getByText(/^This node is due before something below it/u)).toBeTruthy()
  })

  it('shows nothing for a leaf', () => {
    render(<Panel client={open()} id="a" />)
    expect(screen.queryByRole('region')).toBeNull()
  })
})

describe('sums of a project', () => {
  it('are computed once for the chips of the map and the panel, and follow changes after the panel is closed', () => {
    const client = open()
    const ofChips = shareRollUps(client)
    const { unmount } = render(<Panel client={client} id="goal" />)
    const computed = ofChips.get()
    expect(getProjectRollUps(client).get()).toBe(computed)
    unmount()
    act(() => void client.edits.change('c', { status: 'done' }))
    expect(ofChips.get()).toBe(computed)
    expect(ofChips.get().getBelow('goal')?.done).toBe(2)
  })

  it('are computed anew when the day has changed, and whoever shows them is told', () => {
    const client = open()
    const ofChips = shareRollUps(client)
    const before = ofChips.get()
    let calls = 0
    const stop = getProjectRollUps(client).subscribe(() => (calls += 1))
    ofChips.reset()
    expect(calls).toBe(1)
    expect(ofChips.get()).not.toBe(before)
    stop()
  })
})

describe('progress by estimate', () => {
  it('counts estimates without nodes in stages that do not count', async () => {
    const client = open()
    render(<ProgressRing client={client} isByEstimate />)
    expect(await screen.findByRole('img', { name: '25% done by estimate' })).toBeTruthy()
    act(() => void client.edits.change('a', { stageId: 'dropped', status: 'done' }))
    await waitFor(() => expect(screen.getByRole('img', { name: '100% done by estimate' })).toBeTruthy())
    await act(async () => {
      await client.edits.changeDefinitions({ stageChanges: { put: [{ ...stages[1], counts: true }] } })
    })
    act(() => void client.edits.change('c', { estimate: 4 }))
    expect(screen.getByRole('img', { name: '50% done by estimate' })).toBeTruthy()
  })

  it('counts nodes by default, also those in stages that do not count', async () => {
    const client = open()
    render(<ProgressRing client={client} isByEstimate={false} />)
    act(() => void client.edits.change('a', { stageId: 'dropped', status: 'done' }))
    expect(await screen.findByRole('img', { name: '50% done' })).toBeTruthy()
  })
})
