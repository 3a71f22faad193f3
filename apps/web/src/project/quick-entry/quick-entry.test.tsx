import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { peopleStore } from '../../api/people.ts'
import { useCell } from '../../platform/cell.ts'
import { getTitleSession } from '../editor/title-session.ts'
import type { NodeFixture } from '../testing/node-fixtures.ts'
import { openTestProject } from '../testing/test-project.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

const Slot = ({ workspace }: { readonly workspace: ProjectWorkspace }) => useCell(workspace.titleOffers)

const tags = [{ id: 't-ui', name: 'UI', colour: '#bbc0ff' }]
const sharing = { generalAccess: 'restricted', users: { ann: 'editor', anna: 'viewer' } } as const

function open(nodes: readonly NodeFixture[] = [{ id: 'a', title: 'Pears' }]) {
  const client = openTestProject(nodes, { project: { tags, sharing, estimateUnit: 'days' } })
  const workspace = openTestWorkspace(client)
  render(
    <>
      {nodes.map(({ id }) => (
        <div
          key={id}
          role="treeitem"
          aria-selected={false}
          aria-label={id}
          tabIndex={-1}
          data-node-id={id}
          data-canvas=""
        />
      ))}
      <Slot workspace={workspace} />
    </>,
  )
  /** Writes a title and ends the edit by Enter, which focuses the node. */
  const write = (title: string, id = 'a') =>
    act(() => {
      workspace.selection.set({ ids: new Set([id]), current: id })
      const editing = { nodeId: id, isNew: false, typed: null }
      workspace.editing.set(editing)
      const session = getTitleSession(workspace, editing)
      session.updateDraft(title)
      session.commit()
    })
  return { client, workspace, write, title: (id = 'a') => client.node(id)?.title }
}

const bar = () => screen.findByRole('toolbar', { name: /^Fields in/ })
const listChips = async () => (await within(await bar()).findAllByRole('button')).map((one) => one.textContent)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

afterEach(() => void vi.restoreAllMocks())
beforeEach(() => {
  // Nothing has a size here, and a bar whose node is outside the canvas would be hidden.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({
    left: 0,
    top: 0,
    width: 1000,
    height: 600,
  } as DOMRect)
  peopleStore.forgetAll()
  for (const [id, email] of [
    ['ada', 'ada@example.com'],
    ['ann', 'ann@example.com'],
    ['anna', 'anna@example.com'],
  ] as const)
    peopleStore.add({ id, email, picture: '', name: null })
})

describe('fields that are written in a title', () => {
  it('sets all of them as one undo step and takes the words out of the title', async () => {
    const { client, write, title } = open()
    write('Plant <b>pears</b> @ann #ui due:2026-12-01 ~3d by the wall')
    expect(await listChips()).toEqual([
      'Set all',
      'Assign ann@example.com',
      'Tag UI',
      expect.stringMatching(/^Due .*1/u),
      'Estimate 3 days',
      '',
    ])
    await press('Set all')
    expect(client.node('a')).toMatchObject({
      title: 'Plant <b>pears</b> by the wall',
      assigneeIds: ['ann'],
      tagIds: ['t-ui'],
      dueDate: '2026-12-01',
      estimate: 3,
    })
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
    act(() => void client.edits.undo())
    expect(title()).toBe('Plant <b>pears</b> @ann #ui due:2026-12-01 ~3d by the wall')
    expect(client.node('a')).toMatchObject({ assigneeIds: [], tagIds: [], dueDate: null })
    act(() => void client.edits.undo())
    expect(title()).toBe('Pears')
  })

  it('sets one of them and leaves the other words', async () => {
    const { client, write, title } = open()
    write('Pears #ui ~2')
    await press('Estimate 2 days')
    expect(title()).toBe('Pears #ui')
    expect(client.node('a')).toMatchObject({ estimate: 2, tagIds: [] })
    expect(await listChips()).toEqual(['Tag UI', ''])
    act(() => void client.edits.undo())
    expect(title()).toBe('Pears #ui ~2')
  })

  it('creates a tag that the project does not have', async () => {
    const { client, write, title } = open()
    write('Pears #garden')
    await press('New tag garden')
    await waitFor(() => expect(title()).toBe('Pears'))
    const created = client.project.get().tags.find(({ name }) => name === 'garden')
    expect(client.node('a')?.tagIds).toEqual([created?.id])
  })

  it('changes nothing and says why when the tag cannot be created', async () => {
    const { client, workspace, write, title } = open()
    write('Pears #garden')
    await bar()
    await client.settle()
    client.goAway(true)
    await press('New tag garden')
    await waitFor(() => expect(workspace.notices).toHaveLength(1))
    expect(title()).toBe('Pears #garden')
    expect(client.node('a')?.tagIds).toEqual([])
    expect(await listChips()).toContain('New tag garden')
  })

  it('offers everybody whom a name fits, and leaves that choice out of "Set all"', async () => {
    const { client, write, title } = open()
    write('Pears @an #ui ~2')
    expect(await listChips()).toEqual([
      'Set all',
      'Assign ann@example.com',
      'Assign anna@example.com',
      'Tag UI',
      'Estimate 2 days',
      '',
    ])
    await press('Set all')
    expect(title()).toBe('Pears @an')
    await press('Assign anna@example.com')
    expect(title()).toBe('Pears')
    expect(client.node('a')?.assigneeIds).toEqual(['anna'])
  })

  it('keeps a title that consists of fields only', async () => {
    const { client, write, title } = open()
    write('#ui')
    await press('Tag UI')
    expect(client.node('a')?.tagIds).toEqual(['t-ui'])
    expect(title()).toBe('#ui')
  })

  it('shows why a date is refused and keeps the words', async () => {
    const { client, workspace, write, title } = open([{ id: 'a', title: 'Pears', startDate: '2026-12-24' }])
    write('Pears due:2026-12-01')
    await userEvent.click((await within(await bar()).findAllByRole('button'))[0] as HTMLElement)
    await waitFor(() => expect(workspace.notices).toHaveLength(1))
    expect(title()).toBe('Pears due:2026-12-01')
    expect(client.node('a')?.dueDate).toBeNull()
  })

  it.each(['Pears', 'mail ann@example.com', 'C# and 100%!', 'Sections #12'])(
    'offers nothing for "%s"',
    async (title) => {
      const { workspace, write } = open()
      write(title)
      await act(async () => void (await import('./quick-entry-offers.tsx')))
      expect(workspace.titleOffers.get()).toBeNull()
    },
  )
})

describe('bar with the fields of a title', () => {
  it('leaves the words by Esc on the node, and does not offer them again after the next edit', async () => {
    const { write, title, workspace } = open()
    write('Pears #ui')
    await bar()
    expect(document.activeElement?.getAttribute('data-node-id')).toBe('a')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
    expect(title()).toBe('Pears #ui')
    expect(workspace.selection.get().current).toBe('a')
    write('More pears #ui ~1')
    expect(await listChips()).toEqual(['Estimate 1 day', ''])
  })

  it('does not take the focus, and is reached and left by keys', async () => {
    const { write, title } = open()
    write('Pears #ui ~1')
    const shown = await bar()
    expect(shown.contains(document.activeElement)).toBe(false)
    act(() => shown.querySelector('button')?.focus())
    await userEvent.keyboard('{ArrowRight}{Enter}')
    expect(title()).toBe('Pears ~1')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Estimate 1 day' })))
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement?.getAttribute('data-node-id')).toBe('a')
    expect(title()).toBe('Pears ~1')
  })

  it('offers the fields of several nodes that were written one after the other, and sets all of them at once', async () => {
    const { client, workspace, write } = open([
      { id: 'a', title: 'A' },
      { id: 'b', title: 'B' },
      { id: 'c', title: 'C' },
    ])
    write('One ~1', 'a')
    write('Two ~2', 'b')
    act(() => workspace.editing.set({ nodeId: 'c', isNew: false, typed: null }))
    expect(await listChips()).toEqual(['Set all on 2 nodes', 'Estimate 2 days', ''])
    expect(workspace.editing.get()?.nodeId).toBe('c')
    await press('Set all on 2 nodes')
    expect([client.node('a'), client.node('b')]).toMatchObject([
      { title: 'One', estimate: 1 },
      { title: 'Two', estimate: 2 },
    ])
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
    act(() => void client.edits.undo())
    expect([client.node('a')?.title, client.node('b')?.title]).toEqual(['One ~1', 'Two ~2'])
  })

  it('goes with its node, and when the words are gone', async () => {
    const { client, write } = open([
      { id: 'a', title: 'A' },
      { id: 'b', title: 'B' },
    ])
    write('One ~1', 'a')
    write('Two ~2', 'b')
    await bar()
    act(() => void client.edits.deleteBranches(['b']))
    expect(await listChips()).toEqual(['Estimate 1 day', ''])
    act(() => void client.edits.change('a', { title: 'One' }))
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  })
})
