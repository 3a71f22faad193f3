import { defaultVisibility } from '@espalier/domain'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NodeTransitions } from '../../api/transitions.ts'
import { createCell } from '../../platform/cell.ts'
import { clock } from '../../platform/timing.ts'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import { auth } from '../../api/session/session.ts'
import { createFakeApi } from '../../testing/fake-api.ts'
import { resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { LensBar } from '../lens/LensBar.tsx'
import { MapView } from '../map/MapView.tsx'
import { createMapController } from '../map/rendering/map-controller.ts'
import { ProposalsSlot } from '../screen/PanelSlots.tsx'
import { FakeForecastWorker } from '../testing/forecast-worker.ts'
import type { NodeFixture } from '../testing/node-fixtures.ts'
import { openTestProject } from '../testing/test-project.ts'
import { createProjectWorkspace } from '../workspace/create-workspace.ts'
import { openWhatIf } from './open-what-if.tsx'

const dayMs = 86_400_000
const nowMs = Date.UTC(2026, 5, 1, 12)
const nodes: readonly NodeFixture[] = [
  { id: 'orchard', title: 'Orchard' },
  { id: 'dig', title: 'Dig', parentIds: ['orchard'], estimate: 2 },
  { id: 'plant', title: 'Plant', parentIds: ['orchard'], estimate: 3, blockedByIds: ['dig'], dueDate: '2026-06-10' },
  { id: 'press', title: 'Press', estimate: 4 },
]
const finished = Array.from({ length: 40 }, (_, index): NodeFixture => ({
  id: `done${index}`,
  title: `Done ${index}`,
  status: 'done',
}))

/** One node was done each day, until yesterday. */
const history = (): readonly NodeTransitions[] =>
  [...nodes, ...finished].map(({ id }, index) => ({
    id,
    title: id,
    parentIds: [],
    transitions: [
      { dt: nowMs - 60 * dayMs, from: 'deleted' as const, to: 'todo' as const },
      ...(index < nodes.length
        ? []
        : [{ dt: nowMs - (44.5 - index) * dayMs, from: 'todo' as const, to: 'done' as const }]),
    ],
  }))

interface Opening {
  readonly canEdit?: boolean
  readonly lives?: readonly NodeTransitions[]
}

function open({ canEdit = true, lives = [] }: Opening = {}) {
  const notices: string[] = []
  const client = openTestProject(lives.length > 0 ? [...nodes, ...finished] : nodes, {
    canEdit,
    project: { layout: 'tree-right', estimateUnit: 'days' },
  })
  const workspace = createProjectWorkspace({
    client,
    visibility: createCell(defaultVisibility),
    navigate: () => undefined,
    notify: (text) => void notices.push(text),
    createMap: createMapController,
  })
  render(
    <>
      <MapView workspace={workspace} />
      <LensBar workspace={workspace} />
      <ProposalsSlot workspace={workspace} />
    </>,
  )
  const select = (id: string) => act(() => workspace.selection.set({ ids: new Set([id]), current: id }))
  select('dig')
  act(() => openWhatIf(workspace, async () => lives))
  return { client, workspace, notices, select }
}

const panel = () => screen.getByRole('complementary', { name: 'What if' })
const field = (name: string) => within(panel()).getByLabelText<HTMLInputElement>(name)
const setEstimate = async (value: string) => {
  await userEvent.clear(field('Estimate'))
  await userEvent.type(field('Estimate'), `${value}{Enter}`)
}
const readEnd = (measure: string) => panel().querySelector(`[data-measure="${measure}"] dd`)?.textContent
const readChanges = () =>
  [...panel().querySelectorAll('[data-change]')].map((item) => item.textContent?.replaceAll('→to', '→').trim())
const marks = () => document.querySelectorAll('[data-canvas] [data-draft="true"]').length

beforeEach(async () => {
  polyfillDialogs()
  resetPage()
  vi.stubGlobal('Worker', FakeForecastWorker)
  const api = createFakeApi({})
  stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': (call) => api.reply(call) })
  await auth.check()
  vi.spyOn(clock, 'now').mockReturnValue(nowMs)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the panel "What if"', () => {
  it('shows the end now and in the draft, marks the changed nodes, and leaves the plan as it is', async () => {
    const { client, select } = open()
    expect(document.activeElement).toBe(field('Estimate'))
    expect(readEnd('length')).toBe('5 days')
    await setEstimate('0.5')
    expect(readEnd('length')).toContain('4 days')
    expect(readEnd('length')).toContain('1 day shorter')
    select('plant')
    await userEvent.clear(field('Due date'))
    await userEvent.type(field('Due date'), '2026-06-15{Enter}')
    expect(readEnd('lastDate')).toContain('5 days later')
    expect(readChanges()).toEqual(['DigEstimate 2 days → 0.5 days', expect.stringContaining('PlantDue date')])
    await waitFor(() => expect(marks()).toBe(2))
    expect([client.node('dig')?.estimate, client.node('plant')?.dueDate]).toEqual([2, '2026-06-10'])
  })

  it('applies everything at once, says so, closes, and is undone by one step', async () => {
    const { client, notices, select } = open()
    await setEstimate('1')
    select('plant')
    await setEstimate('1')
    await userEvent.click(within(panel()).getByRole('button', { name: 'Apply' }))
    expect(notices).toEqual(['2 changes applied'])
    expect(screen.queryByRole('complementary')).toBeNull()
    expect([client.node('dig')?.estimate, client.node('plant')?.estimate, marks()]).toEqual([1, 1, 0])
    act(() => void client.edits.undo())
    expect([client.node('dig')?.estimate, client.node('plant')?.estimate]).toEqual([2, 3])
  })

  it('removes one change, and discards the rest', async () => {
    const { workspace, select } = open()
    await setEstimate('1')
    select('plant')
    await setEstimate('1')
    await userEvent.click(screen.getByRole('button', { name: 'Remove the change: Estimate of “Dig”' }))
    expect(readChanges()).toEqual(['PlantEstimate 3 days → 1 day'])
    await userEvent.click(within(panel()).getByRole('button', { name: 'Discard' }))
    expect([screen.queryByRole('complementary'), workspace.draft.get()]).toEqual([null, null])
  })

  it('asks before it closes with changes, and closes without asking when there are none', async () => {
    const { workspace } = open()
    await setEstimate('1')
    await userEvent.click(within(panel()).getByRole('button', { name: 'Close what if' }))
    const question = screen.getByRole('alertdialog', { name: 'Discard the draft with 1 change?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(readChanges()).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: /^Remove the change/u }))
    await userEvent.click(within(panel()).getByRole('button', { name: 'Close what if' }))
    expect(workspace.draft.get()).toBeNull()
  })

  it('says what no longer fits, and applies nothing until it is removed', async () => {
    const { client, select } = open()
    await setEstimate('1')
    select('press')
    await setEstimate('1')
    act(() => {
      const dig = client.node('dig')
      if (dig !== undefined) client.receive([{ ...dig, isDeleted: true, version: dig.version + 100 }])
    })
    expect(within(panel()).getByText('No longer fits: The node has been deleted')).toBeTruthy()
    await userEvent.click(within(panel()).getByRole('button', { name: 'Apply' }))
    expect(within(panel()).getByRole('alert').textContent).toMatch(/^1 change no longer fits the plan/u)
    expect(client.node('press')?.estimate).toBe(4)
  })

  it('lets viewers try something, without applying it', async () => {
    open({ canEdit: false })
    await setEstimate('1')
    expect(readEnd('length')).toContain('1 day shorter')
    expect(within(panel()).queryByRole('button', { name: 'Apply' })).toBeNull()
    expect(within(panel()).getByRole('button', { name: 'Discard' })).toBeTruthy()
  })

  it('closes the what-if panel for the details of a node, and reopens it with its draft', async () => {
    const { workspace } = open()
    await setEstimate('1')
    act(() => workspace.detailsNodeId.set('dig'))
    expect(screen.queryByRole('complementary', { name: 'What if' })).toBeNull()
    expect(marks()).toBe(1)
    act(() => openWhatIf(workspace))
    expect(workspace.detailsNodeId.get()).toBeNull()
    expect(readChanges()).toHaveLength(1)
  })

  it('moves the critical path of the lens with the draft', async () => {
    const { workspace } = open()
    act(() => workspace.lens.set({ kind: 'critical', found: null }))
    const found = () => [...(workspace.lens.get().found ?? [])].sort()
    expect(found()).toEqual(['dig', 'orchard', 'plant'])
    await setEstimate('0.5')
    await waitFor(() => expect(found()).toEqual(['press']))
    await userEvent.click(within(panel()).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(found()).toEqual(['dig', 'orchard', 'plant']))
  })

  it('compares the forecasts of plan and draft from the same history', async () => {
    const { select } = open({ lives: history() })
    await waitFor(() => expect(readEnd('late')).toMatch(/^\w+, Jun \d+, 2026$/u), { timeout: 10_000 })
    const before = readEnd('late')
    select('press')
    await userEvent.type(field('Blocked by'), 'Plant{Enter}')
    await waitFor(() => expect(readEnd('late')).toMatch(/→.*day|no change/u), { timeout: 10_000 })
    expect(readEnd('late')).toContain(before)
    expect(readEnd('late')).not.toContain('earlier')
  })
})
