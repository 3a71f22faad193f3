import { defaultVisibility, nextStatus, type NodeId, nodeLinksId, statusMarkPaths } from '@espalier/domain'
import type { ProjectDetails } from '@espalier/sync'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { MemoryRouter } from '../../testing/memory-router.tsx'
import { openTestProject, type TestProject } from '../testing/test-project.ts'
import { type NodeFixture, buildNodeRecord, nodesFromOutline } from '../testing/node-fixtures.ts'
import { createCell } from '../../platform/cell.ts'
import { createProjectWorkspace } from '../workspace/create-workspace.ts'
import { MapView } from './MapView.tsx'
import { createMapController, getMapController } from './rendering/map-controller.ts'

const threeLeaves = ['x', 'y', 'z'].map((title) => ({ title, children: [] }))
const garden = { root: { a: { a1: {} }, b: {} } }

interface Setting {
  readonly nodes?: readonly NodeFixture[]
  readonly project?: Partial<ProjectDetails>
  readonly canEdit?: boolean
}

function draw({ nodes = nodesFromOutline(garden), project = {}, canEdit = true }: Setting = {}) {
  const client = openTestProject(nodes, { project: { layout: 'tree-right', ...project }, canEdit })
  const visited: string[] = []
  const announced: string[] = []
  const workspace = createProjectWorkspace({
    client,
    visibility: createCell(defaultVisibility),
    navigate: (address) => void visited.push(address),
    notify: (text) => void announced.push(text),
    createMap: createMapController,
  })
  render(
    <MemoryRouter>
      <MapView workspace={workspace} />
    </MemoryRouter>,
  )
  return { client, workspace, visited }
}

const tree = () => screen.getByRole('tree')
const item = (name: string) => screen.getByRole('treeitem', { name })
const select = ({ workspace }: ReturnType<typeof draw>, id: NodeId) =>
  act(() => workspace.selection.set({ ids: new Set([id]), current: id }))

const readShare = (name: string) =>
  within(item(name)).getByRole('button', { name: 'Hide children' }).style.getPropertyValue('--share')

const stops = () => screen.getAllByRole('treeitem').filter((one) => one.tabIndex === 0)

beforeEach(() => performance.clearMarks())

describe('canvas tree', () => {
  it('names the tree after the project and exposes its node count, layout and readiness', async () => {
    draw({ project: { title: 'Pear & <quince>' } })
    expect(tree().getAttribute('aria-label')).toBe('Pear & <quince>')
    expect(tree().dataset).toMatchObject({ nodes: '4', layout: 'tree-right', zoom: '1' })
    await waitFor(() => expect(tree().dataset['ready']).toBe('true'))
    expect(performance.getEntriesByName('canvas-ready')).toHaveLength(1)
  })

  it('lists its nodes in tree order with level, position and expanded state', () => {
    draw()
    const attributes = screen
      .getAllByRole('treeitem')
      .map((one) =>
        ['data-node-id', 'aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded'].map((name) =>
          one.getAttribute(name),
        ),
      )
    expect(attributes).toEqual([
      ['root', '1', '1', '1', 'true'],
      ['a', '2', '1', '2', 'true'],
      ['a1', '3', '1', '1', null],
      ['b', '2', '2', '2', null],
    ])
  })

  it('draws the check mark that lists and exported pictures use', () => {
    draw()
    expect(tree().style.getPropertyValue('--mark-done')).toBe(`path('${statusMarkPaths.done}')`)
  })

  it('marks roots, branches and leaves, and draws the default color as the one of the theme', () => {
    const [root, ...others] = nodesFromOutline(garden)
    const painted = { backgroundColor: '#123', processing: false }
    draw({ nodes: [...(root === undefined ? [] : [root]), ...others.map((node) => ({ ...node, style: painted }))] })
    expect(['root', 'a', 'a1'].map((name) => item(name).dataset['rank'])).toEqual(['root', 'branch', 'leaf'])
    expect(item('root').dataset['color']).toBe('default')
    expect(item('root').style.getPropertyValue('--own-fill')).toBe('')
    expect(item('b').dataset['color']).toBe('own')
    expect(item('b').style.getPropertyValue('--own-fill')).toBe('#112233')
    expect(item('b').style.getPropertyValue('--own-ink')).toBe('#ffffff')
  })

  it('shows the share of done leaves on every branch and updates it', async () => {
    const { client } = draw()
    await waitFor(() =>
      expect(within(item('root')).getByRole('button', { name: 'Hide children' }).title).toBe('0 of 2 done'),
    )
    await act(async () => void client.edits.change('a1', { status: 'done' }))
    expect([readShare('root'), readShare('a')]).toEqual(['0.5turn', '1turn'])
  })

  it('shows the map in the chosen theme', () => {
    const { workspace } = draw()
    expect(tree().dataset['mapTheme']).toBe('paper')
    act(() => workspace.mapTheme.set('contrast'))
    expect(tree().dataset['mapTheme']).toBe('contrast')
  })

  it('gives the tree one tab stop: the current node, or the first', () => {
    const drawn = draw()
    expect(stops()).toEqual([item('root')])
    select(drawn, 'b')
    expect(stops()).toEqual([item('b')])
    expect(item('b').getAttribute('aria-selected')).toBe('true')
  })

  it('draws only near nodes, and renders a far one to focus it', () => {
    const many = { root: Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`n${n}`, {}])) }
    const { workspace } = draw({ nodes: nodesFromOutline(many) })
    expect(screen.getAllByRole('treeitem').length).toBeLessThan(100)
    expect(tree().dataset['nodes']).toBe('2001')
    expect(screen.queryByRole('treeitem', { name: 'n1999' })).toBeNull()
    act(() => workspace.map.focus('n1999'))
    expect(document.activeElement).toBe(item('n1999'))
    expect(workspace.selection.get().current).toBe('n1999')
  })

  it('shows a node with two parents under the first and names the other', () => {
    draw({ nodes: [...nodesFromOutline(garden), { id: 'x', title: 'x', parentIds: ['a', 'b'] }] })
    expect(item('x').getAttribute('aria-level')).toBe('3')
    const described = document.querySelector(`[id="${item('x').getAttribute('aria-describedby')}"]`)
    expect(described?.textContent).toBe('also under b')
    expect(tree().dataset['layout']).toBe('dag-right')
  })

  it('shows the projects that link here above its root', () => {
    const nodeLinks = [{ id: 'n', title: 'N', project: { id: 'p', title: 'Orchard' } }]
    draw({ project: { nodeLinks } })
    const linking = document.querySelector<HTMLElement>(`[data-node-id="${nodeLinksId}"]`)
    expect(linking && within(linking).getByRole('link', { name: 'Orchard' }).getAttribute('href')).toBe(
      '/tree/p#node=n',
    )
    expect(item('root').getAttribute('aria-level')).toBe('2')
    expect(tree().dataset['nodes']).toBe('4')
  })

  it('lets a browser scroll to a match and treats that as a pan', () => {
    const { workspace } = draw()
    const frame = tree().firstElementChild
    if (frame === null) throw new Error('the canvas has no frame')
    const { x, y } = workspace.map.settledViewport.get()
    frame.scrollLeft += 100
    frame.scrollTop -= 30
    const rest = [frame.scrollLeft - 100, frame.scrollTop + 30]
    act(() => void frame.dispatchEvent(new Event('scroll')))
    expect([frame.scrollLeft, frame.scrollTop]).toEqual(rest)
    return waitFor(() => expect(workspace.map.settledViewport.get()).toMatchObject({ x: x - 100, y: y + 30 }))
  })

  it('announces every message, also a repeated one', () => {
    const { workspace } = draw()
    const region = document.querySelector('[aria-live=polite]')
    act(() => workspace.map.announce('Moved a under b'))
    expect(region?.textContent).toBe('Moved a under b')
    act(() => workspace.map.announce('Moved a under b'))
    expect(region?.textContent).not.toBe('Moved a under b')
  })
})

describe('node on the canvas', () => {
  it("labels a node by its plain title and draws the title's formats", () => {
    draw({ nodes: [{ id: 'r', title: '<p>Pear <b>one</b></p>' }] })
    expect(item('Pear one').querySelector('b')?.textContent).toBe('one')
  })

  it('draws a title with foreign markup as plain text', () => {
    draw({ nodes: [{ id: 'r', title: '<p>Pear <b>one</b><img src=x onerror=alert(1)></p>' }] })
    expect(item('Pear one').textContent).toContain('Pear one')
    expect(document.querySelector('[data-canvas] :is(img, b)')).toBeNull()
  })

  it('cycles its status by a button that names it', async () => {
    const { client } = draw()
    const names = { todo: 'Status: to do', progress: 'Status: in progress', done: 'Status: done' }
    for (let status = client.node('b')?.status ?? 'todo'; status !== 'done'; status = nextStatus(status)) {
      await userEvent.click(within(item('b')).getByRole('button', { name: names[status] }))
    }
    expect(item('b').dataset['status']).toBe('done')
    expect(within(item('b')).getByRole('button', { name: 'Status: done' })).toBeTruthy()
  })

  it('draws few elements for a node at rest, and all its buttons while it is current', () => {
    const drawn = draw()
    expect(item('a').querySelectorAll('*').length).toBeLessThan(10)
    expect(within(item('a')).queryByRole('button', { name: 'Add child' })).toBeNull()
    select(drawn, 'a')
    for (const name of ['Status: to do', 'Add child', 'Node menu', 'Hide children', 'Add a parent link']) {
      expect(within(item('a')).getByRole('button', { name })).toBeTruthy()
    }
  })

  it('opens no menu by the end of the tap that showed its button', () => {
    const drawn = draw()
    select(drawn, 'a')
    const button = within(item('a')).getByRole('button', { name: 'Node menu' })
    fireEvent.click(button, { detail: 1 })
    expect(drawn.workspace.menu.get()).toBeNull()
    fireEvent.pointerDown(button)
    fireEvent.click(button, { detail: 1 })
    expect(drawn.workspace.menu.get()).toMatchObject({ nodeId: 'a' })
  })

  it('folds, shows how many nodes are hidden, and unfolds', async () => {
    draw()
    await userEvent.click(within(item('a')).getByRole('button', { name: 'Hide children' }))
    expect(item('a').getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByRole('treeitem', { name: 'a1' })).toBeNull()
    const show = within(item('a')).getByRole('button', { name: 'Show children' })
    expect(show.dataset['mark']).toBe('1')
    await userEvent.click(show)
    expect(item('a1')).toBeTruthy()
  })

  it('marks a description and links to a linked project', async () => {
    const { visited } = draw({ nodes: [{ id: 'r', title: 'r', body: '<p>How</p>', projectLink: 'orchard' }] })
    const link = within(item('r')).getByRole('link', { name: 'Open linked project' })
    expect(link.getAttribute('href')).toBe('/tree/orchard')
    await userEvent.click(link)
    expect(visited).toEqual(['/tree/orchard'])
    expect(item('r').querySelector('[title="Has a description"]')).toBeTruthy()
  })

  it.each(['', 'strong'])('shows the excerpt of a long title and is labeled by all of it (%s)', (tag) => {
    const words = 'pear tree '.repeat(40).trim()
    draw({ nodes: [{ id: 'r', title: tag === '' ? words : `<p><${tag}>${words}</${tag}></p>` }] })
    const shown = item(words).querySelector('[dir=auto]')
    expect(shown?.textContent?.replace(/\s+/gu, ' ').trim()).toBe(`${words.slice(0, 97)}...`)
    expect(shown?.getAttribute('title')).toBe(words)
    expect(shown?.querySelector('strong') !== null).toBe(tag === 'strong')
  })

  it('marks a node as busy while it is being processed', () => {
    draw({ nodes: [{ id: 'r', title: 'r', style: { backgroundColor: '#bbffd8', processing: true } }] })
    expect(item('r').getAttribute('aria-busy')).toBe('true')
  })

  it('opens its editor inside its box on a double click', async () => {
    draw()
    await userEvent.dblClick(item('b'))
    expect(await within(item('b')).findByRole('textbox', { name: 'Node title' })).toBeTruthy()
  })

  it('offers no edits to viewers', () => {
    const drawn = draw({ canEdit: false })
    select(drawn, 'a')
    expect(within(item('a')).getByRole<HTMLButtonElement>('button', { name: 'Status: to do' }).disabled).toBe(true)
    for (const name of ['Add child', 'Add a parent link']) {
      expect(within(item('a')).queryByRole('button', { name })).toBeNull()
    }
  })

  it('lets a viewer fold for themselves without storing it', async () => {
    const nodes = nodesFromOutline({ r: { a: { a1: { deep: {} } }, b: {} } }).map((node) =>
      node.id === 'a' ? { ...node, hideChildren: true } : node,
    )
    const drawn = draw({ nodes, canEdit: false })
    const press = (id: string, name: string) => userEvent.click(within(item(id)).getByRole('button', { name }))
    expect(item('a').getAttribute('aria-expanded')).toBe('false')
    await press('a', 'Show children')
    expect(item('a').getAttribute('aria-expanded')).toBe('true')
    await press('a1', 'Hide children')
    expect(screen.queryByRole('treeitem', { name: 'deep' })).toBeNull()
    expect(within(item('a1')).getByRole('button', { name: 'Show children' }).title).toMatch(/^1 node hidden for you/u)
    expect(['a', 'a1'].map((id) => drawn.client.node(id)?.hideChildren)).toEqual([true, false])
    act(() => drawn.client.receive([buildNodeRecord({ ...drawn.client.node('a'), id: 'a', title: 'renamed' })]))
    await act(async () => Promise.resolve())
    expect(item('renamed').getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByRole('treeitem', { name: 'a1' })).toBeTruthy()
  })
})

/** Returns the position of a node on the screen. */
function onScreen({ workspace }: Pick<ReturnType<typeof draw>, 'workspace'>, id: NodeId) {
  const rect = workspace.map.getRect(id)
  const { x, y } = getMapController(workspace.map).getViewport()
  return [(rect?.left ?? 0) + x, (rect?.top ?? 0) + y]
}

describe('own changes on the canvas', () => {
  it.each<[string, NodeId, (client: TestProject) => void]>([
    ['a fold', 'a', ({ edits }) => void edits.change('a', { hideChildren: true })],
    ['a longer title', 'a', ({ edits }) => void edits.change('a', { title: 'a title of a good many words, on lines' })],
    ['a child', 'b', ({ edits }) => void edits.insertBranches({ kind: 'child', parentId: 'b' }, threeLeaves)],
  ])('keeps the node at its screen position after the own change: %s', async (_name, id, change) => {
    const drawn = draw()
    select(drawn, id)
    const before = onScreen(drawn, id)
    act(() => change(drawn.client))
    await act(async () => Promise.resolve())
    expect(onScreen(drawn, id)).toEqual(before)
  })

  it('reveals the parent when folding hides everything in view', async () => {
    const row = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`n${n}`, {}]))
    const drawn = draw({ nodes: nodesFromOutline({ root: { first: row, last: {} } }) })
    act(() => drawn.workspace.map.reveal('n299', { isCentred: true }))
    act(() =>
      drawn.client.receive([buildNodeRecord({ ...drawn.client.node('first'), id: 'first', hideChildren: true })]),
    )
    await act(async () => Promise.resolve())
    const [x = -1, y = -1] = onScreen(drawn, 'first')
    expect(x > 0 && x < window.innerWidth && y > 0 && y < window.innerHeight).toBe(true)
  })
})

const readDimmed = () => ['a', 'a1', 'b'].map((name) => item(name).className.includes('dimmed'))

describe('changes by others on the canvas', () => {
  it('keeps the viewport and the current node in place when others make changes', async () => {
    const drawn = draw()
    const { client, workspace } = drawn
    select(drawn, 'b')
    const before = onScreen(drawn, 'b')
    act(() =>
      client.receive(
        nodesFromOutline({ z: {} }, ['a']).map((node) => ({ ...buildNodeRecord(node), parentIds: ['a'], position: 1 })),
      ),
    )
    await act(async () => Promise.resolve())
    expect(workspace.map.isShown('z')).toBe(true)
    expect(onScreen(drawn, 'b')).toEqual(before)
  })

  it('dims what is outside of a filter that hides nothing', async () => {
    const { workspace } = draw()
    await act(async () => workspace.matches.set({ found: new Set(['a1']), shown: null }))
    expect(readDimmed()).toEqual([true, false, true])
  })

  it('dims what is outside of a lens, and nothing without one', async () => {
    const { workspace } = draw()
    await act(async () => workspace.lens.set({ kind: 'ready', found: new Set(['a1']) }))
    expect(readDimmed()).toEqual([true, false, true])
    await act(async () => workspace.lens.set({ kind: 'none', found: null }))
    expect(readDimmed()).toEqual([false, false, false])
  })

  it('marks search hits and dims the rest', () => {
    const { workspace } = draw()
    act(() => workspace.search.set({ isOpen: true, query: 'a', hits: ['a', 'a1'], at: 1 }))
    const classes = ['a', 'a1', 'b'].map((name) => item(name).className)
    expect(new Set(classes).size).toBe(3)
    expect(classes[2]).toContain('dimmed')
  })
})
