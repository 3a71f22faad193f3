import type { Tag } from '@espalier/domain'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCell } from '../../../platform/cell.ts'
import { clock } from '../../../platform/timing.ts'
import { drawCanvas, item } from '../../testing/drawn-canvas.tsx'
import type { NodeFixture } from '../../testing/node-fixtures.ts'
import type { PeopleSource } from '../../workspace/project-workspace.ts'

const today = Date.parse('2026-11-17T12:00:00Z')
const ripe: Tag = { id: 'ripe', name: 'Ripe', colour: '#2c8053' }

beforeEach(() => {
  vi.spyOn(clock, 'now').mockReturnValue(today)
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** Knows everybody by their id after a lookup. */
function createPeople() {
  const known = createCell<readonly string[]>([])
  const people: PeopleSource = {
    get: (id) =>
      known.get().includes(id)
        ? { kind: 'known', person: { email: `${id}@example.com`, name: null, picture: `/avatar/${id}` } }
        : { kind: 'loading' },
    lookUp: (id) => {
      if (!known.get().includes(id)) known.set([...known.get(), id])
    },
    subscribe: known.subscribe,
  }
  return { people, lookedUp: () => known.get() }
}

const outline: readonly NodeFixture[] = [
  { id: 'root', title: 'root', dueDate: '2026-12-01' },
  { id: 'plain', title: 'plain', parentIds: ['root'], position: 1 },
  { id: 'pears', title: 'pears', parentIds: ['root'], position: 2 },
  {
    id: 'pick',
    title: 'pick',
    parentIds: ['pears'],
    position: 1,
    priority: 'urgent',
    assigneeIds: ['bea', 'gone'],
    dueDate: '2026-11-16',
    estimate: 3,
    tagIds: ['ripe'],
  },
  {
    id: 'press',
    title: 'press',
    parentIds: ['pears'],
    position: 2,
    dueDate: '2026-12-24',
    status: 'done',
    estimate: 1,
  },
]

function draw(nodes = outline) {
  const { people, lookedUp } = createPeople()
  const drawn = drawCanvas({
    nodes,
    project: {
      tags: [ripe],
      estimateUnit: 'hours',
      owner: 'ada',
      sharing: { generalAccess: 'restricted', users: { bea: 'editor' } },
    },
    loadPeople: async () => people,
  })
  return { ...drawn, lookedUp }
}

/** Returns the description of a node line by line, once its words are loaded. */
async function findDescription(name: string): Promise<readonly string[]> {
  const read = () =>
    (item(name).getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join('\n')
  await waitFor(() => expect(read()).not.toBe(''))
  return read().split('\n')
}

const readRows = (name: string) =>
  Array.from(item(name).querySelectorAll('[data-chips]'), (row) =>
    Array.from(row.children, (chip) => chip.getAttribute('data-text') ?? ''),
  )

describe('chips on the map', () => {
  it('show the fields of a node in a row, and say them after its name', async () => {
    draw()
    expect(readRows('pick')).toEqual([['', '', 'Nov 16', '3 h', '']])
    await waitFor(async () =>
      expect(await findDescription('pick')).toEqual([
        'Urgent',
        'Assigned to bea@example.com, Former member',
        'Overdue: was due Nov 16, 2026',
        'Estimate: 3 h',
        'Tags: Ripe',
      ]),
    )
    expect(screen.getByRole('treeitem', { name: 'pick' }).getAttribute('aria-label')).toBe('pick')
  })

  it('never look up a person who left the project', async () => {
    const { lookedUp } = draw()
    await waitFor(() => expect(lookedUp()).toEqual(['bea']))
    expect(item('pick').innerHTML).not.toContain('gone@')
  })

  it('leave a node without fields as it is', () => {
    const { map } = draw()
    expect(item('plain').hasAttribute('aria-describedby')).toBe(false)
    expect(readRows('plain')).toEqual([])
    expect(map.getRect('plain')).toMatchObject({ width: 120, height: 50 })
  })

  it('roll up what is below a branch, and warn of a date before one below it', async () => {
    draw()
    await waitFor(() => expect(readRows('pears')[0]).toEqual(['\u03a3 4 h', '25%', '1 overdue', 'by Dec 24']))
    await waitFor(() => expect(readRows('root')[1]?.[0]).toBe('Due too early'))
    expect(await findDescription('root')).toEqual([
      'Due Dec 1, 2026',
      'Below: 4 h estimated, 25% of the estimates done, due by Dec 24, 2026, 1 overdue',
      'Due before something below it',
    ])
  })

  it('follow a changed leaf', async () => {
    const { client } = draw()
    await waitFor(() => expect(readRows('pears')[0]?.[0]).toBe('\u03a3 4 h'))
    act(() => void client.edits.change('pick', { estimate: 7, status: 'done' }))
    await waitFor(() => expect(readRows('pears')[0]?.slice(0, 2)).toEqual(['\u03a3 8 h', '100%']))
    expect(readRows('pick')[0]?.slice(2, 4)).toEqual(['Nov 16', '7 h'])
  })

  it('appear with the first field of a project, above it too, and disappear with the last', async () => {
    const { client, map } = draw(
      outline.map(({ id, title, parentIds = [] }) => ({ id, title: title ?? id, parentIds })),
    )
    expect(readRows('pears')).toEqual([])
    const before = map.getRect('root')
    act(() => void client.edits.change('pick', { estimate: 2 }))
    await waitFor(() => expect(readRows('root')[0]?.[0]).toBe('\u03a3 2 h'))
    expect(map.getRect('root')?.height).toBeGreaterThan(before?.height ?? 0)
    act(() => void client.edits.change('pick', { estimate: null }))
    await waitFor(() => expect(readRows('root')).toEqual([]))
    expect(map.getRect('root')).toMatchObject({ width: before?.width, height: before?.height })
  })

  it('are those that are chosen', async () => {
    const { workspace, map } = draw()
    await waitFor(() => expect(readRows('pears')[0]?.[0]).toBe('\u03a3 4 h'))
    const off = { assignees: false, dates: false, priority: false, tags: false, estimate: false, rollUp: false }
    act(() => workspace.chips.set({ ...off, estimate: true }))
    await waitFor(() => expect(readRows('pick')).toEqual([['3 h']]))
    expect(await findDescription('pick')).toEqual(['Estimate: 3 h'])
    act(() => workspace.chips.set(off))
    await waitFor(() => expect(readRows('pick')).toEqual([]))
    expect(map.getRect('pears')).toMatchObject({ width: 120, height: 50 })
  })

  it('are not drawn while the map is zoomed out', async () => {
    const { workspace } = draw()
    expect(readRows('pick')).toHaveLength(1)
    act(() => workspace.map.setViewport({ x: 0, y: 0, zoom: 0.25 }))
    await waitFor(() => expect(readRows('pick')).toEqual([]))
  })
})
