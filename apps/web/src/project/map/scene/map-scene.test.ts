import { defaultVisibility, type NodeId, nodeLinksId, type VisibilitySettings } from '@espalier/domain'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestProject, type TestProject } from '../../testing/test-project.ts'
import { buildNodeRecord, nodesFromOutline } from '../../testing/node-fixtures.ts'
import { createCell } from '../../../platform/cell.ts'
import { createTextRuler } from '../measure/text-ruler.ts'
import { createTitleMeasure } from '../measure/title-measure.ts'
import { loadLayeredLayout, MapScene } from './map-scene.ts'

beforeAll(loadLayeredLayout)

const longBranch = 'a branch with a long title'
const longLeaf = 'a leaf with a long title'
const garden = { root: { a: { a1: {}, a2: { deep: {} } }, b: {}, c: { c1: {} } } }

function openScene(client = openTestProject(nodesFromOutline(garden)), settings: Partial<VisibilitySettings> = {}) {
  const visibility = createCell<VisibilitySettings>({ ...defaultVisibility, ...settings })
  const found: { hits: ReadonlySet<NodeId> | null } = { hits: null }
  const matches = createCell<{ readonly shown: ReadonlySet<NodeId> | null }>({ shown: null })
  const rulers = {
    root: createTextRuler((text) => text.length * 12),
    branch: createTextRuler((text) => text.length * 9),
    leaf: createTextRuler((text) => text.length * 7),
  }
  const measure = createTitleMeasure(rulers, (titles) => titles.map(() => ({ width: 100, height: 18 })))
  const parts = { client, visibility, hits: () => found.hits, matches, measure }
  const scene = new MapScene(parts)
  client.listen(({ ids }) => scene.update(ids))
  const fresh = () => new MapScene(parts)
  return { client, scene, visibility, found, matches, fresh }
}

const listRects = (scene: MapScene, ids: Iterable<NodeId>) => [...ids].map((id) => [id, scene.getRect(id)])
const listNodeIds = (client: TestProject) => [...client.nodes()].map(({ id }) => id)

/** Step-by-step changes must give the same layout as a complete one. */
function expectAsFresh({ client, scene, fresh }: ReturnType<typeof openScene>) {
  const other = fresh()
  expect(listRects(scene, listNodeIds(client))).toEqual(listRects(other, listNodeIds(client)))
  expect(scene.count).toBe(other.count)
  expect(scene.layout).toBe(other.layout)
}

describe('change of one node', () => {
  it.each<[string, (client: TestProject) => void]>([
    ['a child', ({ edits }) => edits.create({ kind: 'child', parentId: 'a' })],
    ['a sibling before', ({ edits }) => edits.create({ kind: 'before', siblingId: 'b' })],
    ['a parent', ({ edits }) => edits.create({ kind: 'parent', childId: 'a' })],
    ['a parent above the root', ({ edits }) => edits.create({ kind: 'parent', childId: 'root' })],
    ['a second root', ({ edits }) => edits.create({ kind: 'root' })],
    ['a long title', ({ edits }) => edits.change('a1', { title: 'a title so long that it takes more than one line' })],
    ['a move', ({ edits }) => edits.move(['a2'], { side: 'after', targetId: 'c' })],
    ['a move of a node alone', ({ edits }) => edits.move(['a'], { side: 'onto', targetId: 'c1' }, true)],
    ['a second parent', ({ edits }) => edits.addParent('b', 'c')],
    ['a deleted node', ({ edits }) => edits.deleteNode('a')],
    ['a deleted branch', ({ edits }) => edits.deleteBranches(['a'])],
    ['a deleted root', ({ edits }) => edits.deleteNode('root')],
    ['an undone deletion', ({ edits }) => (edits.deleteBranches(['a']), edits.undo())],
    ['a fold', ({ edits }) => edits.change('a', { hideChildren: true })],
    [
      'an unfold',
      ({ edits }) => (edits.change('a', { hideChildren: true }), edits.change('a', { hideChildren: false })),
    ],
    [
      'a node moved into a folded branch',
      ({ edits }) => (edits.change('a', { hideChildren: true }), edits.move(['c'], { side: 'onto', targetId: 'a' })),
    ],
    [
      'a node moved out of a folded branch',
      ({ edits }) => (edits.change('a', { hideChildren: true }), edits.move(['a2'], { side: 'onto', targetId: 'c' })),
    ],
    [
      'a fold inside a fold that is opened',
      ({ edits }) => (
        edits.change('a2', { hideChildren: true }),
        edits.change('a', { hideChildren: true }),
        edits.change('a', { hideChildren: false })
      ),
    ],
    [
      'a fold opened inside a fold',
      ({ edits }) => (
        edits.change('a2', { hideChildren: true }),
        edits.change('a', { hideChildren: true }),
        edits.change('a2', { hideChildren: false })
      ),
    ],
    ['the fold of the root', ({ edits }) => edits.change('root', { hideChildren: true })],
    [
      'a fold of a node with a second parent',
      ({ edits }) => (edits.addParent('deep', 'c'), edits.change('a', { hideChildren: true })),
    ],
    [
      'an unfold of a node with a second parent',
      ({ edits }) => (
        edits.addParent('deep', 'c'),
        edits.change('a', { hideChildren: true }),
        edits.change('c', { hideChildren: true }),
        edits.change('a', { hideChildren: false }),
        edits.change('c', { hideChildren: false })
      ),
    ],
    ['an undone fold', ({ edits }) => (edits.change('a', { hideChildren: true }), edits.undo())],
    ['a folded node deleted', ({ edits }) => (edits.change('a', { hideChildren: true }), edits.deleteNode('a'))],
    [
      'many at once',
      ({ edits }) =>
        edits.insertBranches({ kind: 'before', siblingId: 'b' }, [
          { title: 'x', children: [{ title: 'y', children: [] }] },
        ]),
    ],
  ])('lays out %s as if everything had been laid out anew', (_name, change) => {
    const open = openScene()
    change(open.client)
    expectAsFresh(open)
  })

  it.each<[string, (client: TestProject) => void]>([
    ['the first child of a leaf', ({ edits }) => edits.create({ kind: 'child', parentId: longLeaf })],
    ['the last child of a branch deleted', ({ edits }) => edits.deleteNode('only')],
    ['the last child of a branch moved', ({ edits }) => edits.move(['only'], { side: 'onto', targetId: 'root' })],
    ['a branch that becomes a root', ({ edits }) => edits.deleteNode('root')],
    [
      'the last child deleted inside a fold',
      ({ edits }) => (edits.change(longBranch, { hideChildren: true }), edits.deleteNode('only')),
    ],
  ])('measures the title anew when the rank of a node changes: %s', (_name, change) => {
    const open = openScene(openTestProject(nodesFromOutline({ root: { [longBranch]: { only: {} }, [longLeaf]: {} } })))
    change(open.client)
    expectAsFresh(open)
  })

  it('makes a leaf wider once it is a branch', () => {
    const { client, scene } = openScene(openTestProject(nodesFromOutline({ root: { [longLeaf]: {} } })))
    const before = scene.getRect(longLeaf)?.width ?? 0
    client.edits.create({ kind: 'child', parentId: longLeaf })
    expect(scene.getRect(longLeaf)?.width).toBeGreaterThan(before)
  })

  it('lays out a node that swapped places with its parent', () => {
    const open = openScene()
    const swapped = [
      buildNodeRecord({ id: 'a', title: 'a', parentIds: ['a2'], position: 1 }),
      buildNodeRecord({ id: 'a2', title: 'a2', parentIds: ['root'], position: 100 }),
    ]
    open.client.receive(swapped)
    expectAsFresh(open)
  })

  it('lays out only the changed node', () => {
    const { client, scene } = openScene()
    const rebuild = vi.spyOn(scene, 'rebuild')
    client.edits.change('a1', { title: 'long enough for a second line of text' })
    client.edits.create({ kind: 'child', parentId: 'b' })
    client.edits.move(['b'], { side: 'onto', targetId: 'c' })
    expect(rebuild).not.toHaveBeenCalled()
    client.edits.change('a', { hideChildren: true })
    client.edits.change('a', { hideChildren: false })
    expect(rebuild).not.toHaveBeenCalled()
  })

  it('lays out everything when a fold hides or shows a large branch', () => {
    const leaves = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`leaf ${at}`, {}]))
    const open = openScene(openTestProject(nodesFromOutline({ root: { large: leaves, small: { leaf: {} } } })))
    const rebuild = vi.spyOn(open.scene, 'rebuild')
    open.client.edits.change('large', { hideChildren: true })
    expect(rebuild).toHaveBeenCalledOnce()
    expectAsFresh(open)
  })
})

describe('visible nodes', () => {
  it('omits folded nodes unless a search needs them', () => {
    const open = openScene()
    open.client.edits.change('a', { hideChildren: true })
    expect(['a', 'a1', 'deep'].map((id) => open.scene.isShown(id))).toEqual([true, false, false])
    open.found.hits = new Set(['deep'])
    open.scene.rebuild()
    expect(['a1', 'a2', 'deep'].map((id) => open.scene.isShown(id))).toEqual([false, true, true])
  })

  it('omits a filtered status as soon as a node has it', () => {
    const { client, scene } = openScene(undefined, { showCompleted: false })
    client.edits.change('b', { status: 'done' })
    expect(scene.isShown('b')).toBe(false)
    client.edits.change('b', { status: 'todo' })
    expect(scene.isShown('b')).toBe(true)
  })

  it('lays out a tree, or a graph with several parents or roots', () => {
    const { client, scene } = openScene()
    expect(scene.layout).toBe('tree-left')
    client.edits.addParent('b', 'c')
    expect(scene.layout).toBe('dag-left')
    client.edits.removeParent('b', 'c')
    client.edits.create({ kind: 'root' })
    expect(scene.layout).toBe('dag-left')
  })

  it('puts the roots of a linked project under one virtual parent', () => {
    const nodeLinks = [{ id: 'n', title: 'N', project: { id: 'p', title: 'P' } }]
    const open = openScene(openTestProject(nodesFromOutline({ one: {}, two: {} }), { project: { nodeLinks } }))
    expect(open.scene.isShown(nodeLinksId)).toBe(true)
    expect(open.scene.layout).toBe('tree-left')
    open.client.edits.create({ kind: 'root' })
    expectAsFresh(open)
    expect(open.scene.count).toBe(4)
  })
})

describe('filter box', () => {
  it('shows only matches with their ancestors, and searched nodes besides', () => {
    const { client, scene, found, matches } = openScene()
    const listShown = () => listNodeIds(client).filter((id) => scene.isShown(id))
    matches.set({ shown: new Set(['deep']) })
    scene.rebuild()
    expect(listShown()).toEqual(['root', 'a', 'a2', 'deep'])
    expect(scene.isHidingAny).toBe(true)
    found.hits = new Set(['c1'])
    scene.rebuild()
    expect(listShown()).toEqual(['root', 'a', 'a2', 'deep', 'c', 'c1'])
  })

  it('leaves a changed node hidden until it is among the matches', () => {
    const { client, scene, matches } = openScene()
    matches.set({ shown: new Set(['b']) })
    scene.rebuild()
    client.edits.change('a1', { title: 'other' })
    expect(scene.isShown('a1')).toBe(false)
    matches.set({ shown: new Set(['b', 'a1']) })
    scene.rebuild()
    expect(scene.isShown('a1')).toBe(true)
  })
})
