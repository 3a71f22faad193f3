import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Proposal, ProposedChange } from '../../api/proposals.ts'
import { auth } from '../../api/session/session.ts'
import { adaId, createFakeApi, graphqlError, type OperationHandlers } from '../../testing/fake-api.ts'
import '../../testing/jsdom-polyfills.ts'
import { liveSockets } from '../../testing/live-sockets.ts'
import { resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { toastList, Toasts } from '../../ui/Toasts.tsx'
import { MapView } from '../map/MapView.tsx'
import { MemoryRouter } from '../../testing/memory-router.tsx'
import { ProposalsSlot } from '../screen/PanelSlots.tsx'
import { openTestProject } from '../testing/test-project.ts'
import { buildNodeRecord, nodesFromOutline } from '../testing/node-fixtures.ts'
import { createCell } from '../../platform/cell.ts'
import { defaultVisibility } from '@espalier/domain'
import { createMapController } from '../map/rendering/map-controller.ts'
import { createProjectWorkspace } from '../workspace/create-workspace.ts'
import { placeProposed } from './place-proposed.ts'
import { watchProposals } from './watch-proposals.tsx'

const bea = { id: 'bea', email: 'bea@example.com', picture: 'http://localhost:3000/avatar/bea' }

const aChange = (id: string, more: Partial<ProposedChange> = {}): ProposedChange => ({
  id,
  op: 'create',
  nodeId: `new ${id}`,
  data: { title: `New ${id}`, parentId: 'root' },
  decision: null,
  fits: true,
  problem: null,
  ...more,
})

const aProposal = (changes: readonly ProposedChange[], more: Partial<Proposal> = {}): Proposal => ({
  id: 'p',
  title: 'Plant more',
  reason: 'There is room.',
  state: 'open',
  author: bea,
  tokenName: 'Gardener',
  createdAt: 1_000,
  changes,
  ...more,
})

interface Opening {
  readonly changes?: readonly ProposedChange[]
  readonly more?: Partial<Proposal>
  readonly answers?: OperationHandlers
  readonly role?: 'owner' | 'viewer' | 'link'
}

/** A server with one proposal, which it decides as told. */
async function open({ changes = [aChange('one')], more = {}, answers = {}, role = 'owner' }: Opening = {}) {
  let proposal = aProposal(changes, more)
  const asked: Record<string, unknown>[] = []
  const decide = (variables: Record<string, unknown>) => {
    asked.push(variables)
    const decided = (id: string) =>
      (variables['accept'] as string[]).includes(id)
        ? 'accepted'
        : (variables['reject'] as string[]).includes(id)
          ? 'rejected'
          : null
    const next = proposal.changes.map((one) => ({ ...one, decision: one.decision ?? decided(one.id) }))
    proposal = { ...proposal, changes: next, state: next.every((one) => one.decision !== null) ? 'decided' : 'open' }
    return { data: { decideProposal: proposal } }
  }
  const api = createFakeApi({
    people: [bea],
    answers: {
      Proposals: () => ({ data: { proposals: proposal.state === 'open' ? [proposal] : [] } }),
      DecideProposal: decide,
      WithdrawProposal: () => {
        proposal = { ...proposal, state: 'withdrawn' }
        return { data: { withdrawProposal: proposal } }
      },
      History: () => ({
        data: {
          history: {
            entries: [
              {
                seq: 7,
                at: 1,
                by: { id: adaId, email: 'ada@example.com', picture: '', firstname: 'Ada', lastname: null },
                kind: 'nodes_created',
                nodeCount: 1,
                canUndo: true,
                undoes: null,
                tokenName: null,
                changes: [],
              },
            ],
            next: null,
            keptFrom: 0,
          },
        },
      }),
      UndoChange: (variables) => {
        asked.push(variables)
        return { data: { undoChange: true } }
      },
      ...answers,
    },
  })
  stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': (call) => api.reply(call) })
  await auth.check()
  const client = openTestProject(nodesFromOutline({ root: { a: {}, b: {} } }), {
    canEdit: role === 'owner',
    project: {
      layout: 'tree-right',
      owner: role === 'owner' ? adaId : 'bea',
      sharing: { generalAccess: 'anyone', users: role === 'viewer' ? { [adaId]: 'viewer' } : {} },
    },
  })
  const workspace = createProjectWorkspace({
    client,
    visibility: createCell(defaultVisibility),
    navigate: () => undefined,
    notify: () => undefined,
    createMap: createMapController,
  })
  render(
    <MemoryRouter>
      <MapView workspace={workspace} />
      <ProposalsSlot workspace={workspace} />
      <Toasts />
    </MemoryRouter>,
  )
  stop = watchProposals(workspace, adaId)
  return { workspace, client, asked }
}

let stop: () => void = () => undefined
const sockets = liveSockets()
const panel = () => screen.findByRole('complementary', { name: 'Proposals' })
const button = async (name: string, at = 0) =>
  (await within(await panel()).findAllByRole('button', { name, exact: true } as never))[at] as HTMLElement

beforeEach(() => {
  vi.stubGlobal('WebSocket', sockets.Socket)
  window.localStorage.clear()
  resetPage()
})
afterEach(() => {
  act(() => stop())
  act(() => toastList.closeAll())
  vi.unstubAllGlobals()
})

describe('the panel of proposals', () => {
  it('opens for a new proposal, and says who proposes what and why, and what does not fit', async () => {
    await open({
      changes: [
        aChange('one'),
        aChange('two', { data: { title: 'Sow', parentId: 'new one' } }),
        aChange('three', {
          op: 'update',
          nodeId: 'a',
          data: { title: 'Beans', status: 'done', dueDate: '2030-01-02' },
        }),
        aChange('four', { op: 'update', nodeId: 'b', data: { parentId: 'a', addBlockedByIds: ['root'] } }),
        aChange('five', { op: 'delete', nodeId: 'b', data: {}, fits: false, problem: 'The node has been deleted' }),
      ],
    })
    const shown = within(await panel())
    expect(shown.getByRole('heading', { name: 'Plant more' })).toBeTruthy()
    expect(shown.getByText('There is room.')).toBeTruthy()
    expect(shown.getByText('Gardener for bea@example.com')).toBeTruthy()
    expect(
      shown.getAllByRole('listitem').map((one) => [...one.querySelectorAll('p')].map((line) => line.textContent)),
    ).toEqual([
      ['Add “New one” below “root”'],
      ['Add “Sow” below “New one”', 'Also accepts 1 change that it builds on.'],
      ['Rename “a” to “Beans”', 'Set the status of “a”: to do → done', 'Set the due date of “a”: none → Jan 2, 2030'],
      ['Move “b” from “root” to “a”', 'Make “b” wait for “root”'],
      ['Delete “b” and move its children up', 'Does not fit: The node has been deleted'],
    ])
    expect(shown.getByRole('button', { name: 'Accept the 4 that fit' })).toBeTruthy()
    expect((await button('Accept', 4)).hasAttribute('disabled')).toBe(true)
    expect((await button('Reject', 4)).hasAttribute('disabled')).toBe(false)
  })

  it('accepts a change with what it builds on, and rejects another', async () => {
    const { asked } = await open({
      changes: [aChange('one'), aChange('two', { data: { title: 'Sow', parentId: 'new one' } }), aChange('three')],
    })
    await userEvent.click(await button('Accept', 1))
    expect(asked[0]).toEqual({ id: 'p', accept: ['one', 'two'], reject: [] })
    await waitFor(async () => expect(within(await panel()).getAllByRole('listitem')).toHaveLength(1))
    await userEvent.click(await button('Reject'))
    expect(asked[1]).toEqual({ id: 'p', accept: [], reject: ['three'] })
    expect(await screen.findByText('Nothing is left to decide.')).toBeTruthy()
  })

  it('undoes accepted changes of existing nodes as the history does', async () => {
    const { asked } = await open({ changes: [aChange('one', { op: 'update', nodeId: 'a', data: { title: 'x' } })] })
    await userEvent.click(await button('Accept'))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(asked[1]).toMatchObject({ seq: 7 }))
  })

  it('makes accepted new nodes one step of undo', async () => {
    const { client } = await open({ changes: [aChange('one', { nodeId: 'c' }), aChange('two', { nodeId: 'd' })] })
    await panel()
    act(() =>
      client.make(['c', 'd'].map((id, at) => buildNodeRecord({ id, title: id, parentIds: ['root'] }, 300 + at))),
    )
    await userEvent.click(await button('Accept all'))
    await screen.findByText('2 changes accepted')
    expect(client.outline()).toBe('root(a b c d)')
    act(() => void client.edits.undo())
    expect(client.outline()).toBe('root(a b)')
  })

  it('says why a decision was refused, and shows the proposal as it now is', async () => {
    await open({ answers: { DecideProposal: () => graphqlError('CONFLICT', 'The parent node has been deleted') } })
    await userEvent.click(await button('Accept'))
    expect(await screen.findByText('The parent node has been deleted')).toBeTruthy()
    expect(within(await panel()).getAllByRole('listitem')).toHaveLength(1)
  })

  it('keeps the panel of proposals closed until something new is proposed', async () => {
    const { workspace } = await open()
    await userEvent.click(await button('Close proposals'))
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(workspace.proposals.get()).toMatchObject({ count: 1, isOpen: false })
    act(() => stop())
    stop = watchProposals(workspace, adaId)
    await waitFor(() => expect(workspace.proposals.get()).toMatchObject({ count: 1, isOpen: false }))
    act(() => workspace.proposals.get()?.toggle())
    await waitFor(async () => expect(document.activeElement).toBe(await button('Close proposals')))
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('complementary')).toBeNull()
  })

  it('closes the panel of proposals when the details of a node are opened', async () => {
    const { workspace } = await open()
    await panel()
    act(() => workspace.detailsNodeId.set('a'))
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  })

  it('lets viewers read when they ask for it, and shows nothing to visitors by a link', async () => {
    const { workspace } = await open({ role: 'viewer' })
    await waitFor(() => expect(workspace.proposals.get()).toMatchObject({ isOpen: false }))
    act(() => workspace.proposals.get()?.toggle())
    expect(within(await panel()).getByText('People who can edit this project decide about proposals.')).toBeTruthy()
    expect(within(await panel()).queryByRole('button', { name: 'Accept' })).toBeNull()
    act(() => stop())
    const other = await open({ role: 'link' })
    expect(other.workspace.proposals.get()).toBeNull()
  })

  it('lets the author withdraw a proposal', async () => {
    await open({ more: { author: { ...bea, id: adaId }, tokenName: null } })
    await userEvent.click(await button('Withdraw'))
    expect(await screen.findByText('Nothing is left to decide.')).toBeTruthy()
  })
})

const drawn = () => [...document.querySelectorAll('[data-canvas] [data-proposed="true"]')]

describe('proposed nodes on the map', () => {
  it('draws proposed nodes with their title and author until they are decided', async () => {
    await open()
    await panel()
    await waitFor(() => expect(drawn().map((one) => one.textContent)).toEqual(['New oneGardener']))
    await userEvent.click(await button('Reject'))
    await waitFor(() => expect(drawn()).toEqual([]))
  })

  it('places proposed nodes beside their siblings and over nothing else, in every direction, below new parents too', () => {
    const rects = new Map([
      ['root', { left: 0, top: 0, width: 200, height: 50 }],
      ['a', { left: 270, top: 0, width: 200, height: 50 }],
      ['b', { left: 0, top: 100, width: 200, height: 50 }],
      ['c', { left: -270, top: 0, width: 200, height: 50 }],
      ['d', { left: 0, top: -100, width: 200, height: 50 }],
    ])
    const changes = [
      aChange('one'),
      aChange('two'),
      aChange('three', { data: { title: 'x', parentId: 'new one' } }),
      aChange('four', { data: { title: 'x', parentId: 'folded' } }),
    ]
    for (const direction of ['left', 'right', 'up', 'down'] as const) {
      const boxes = [...rects.values()]
      const placed = placeProposed([aProposal(changes)], { direction, drawn: boxes, getRect: (id) => rects.get(id) })
      expect(placed.map(({ change }) => change.id)).toEqual(['one', 'two', 'three'])
      const all = [...boxes, ...placed.map(({ rect }) => rect)]
      const overlaps = all.flatMap((one, at) =>
        all
          .slice(at + 1)
          .filter(
            (other) =>
              one.left < other.left + other.width &&
              other.left < one.left + one.width &&
              one.top < other.top + other.height &&
              other.top < one.top + one.height,
          ),
      )
      expect(overlaps).toEqual([])
    }
  })
})
