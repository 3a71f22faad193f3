import { accept, getChildIds, refuse } from '@espalier/domain'
import { describe, expect, it } from 'vitest'
import { newNodeKey } from './edits.ts'
import type { NodeRecord } from './node-record.ts'
import { createReplica, type ReplicaChange } from './replica.ts'
import { aRecord, ModelServer, projectId } from '../testing/model-server.ts'
import { Page } from '../testing/page.ts'

/** root(a(a1 a2) b), and x below a and b. */
const aTree = (): readonly NodeRecord[] => [
  aRecord('root'),
  aRecord('a', ['root'], { position: 100 }),
  aRecord('b', ['root'], { position: 200 }),
  aRecord('a1', ['a'], { position: 100 }),
  aRecord('a2', ['a'], { position: 200 }),
  aRecord('x', ['a', 'b'], { position: 300 }),
]

function open(nodes = aTree()) {
  const changes: ReplicaChange[] = []
  let made = 0
  const replica = createReplica({
    projectId,
    seq: 0,
    nodes,
    newId: () => `n${(made += 1)}`,
    onChange: (change) => changes.push(change),
  })
  const under = (id: string | null) => getChildIds(replica.graph, id)
  return { replica, edits: replica.edits, changes, under, requests: () => replica.unsent().map((one) => one.request) }
}

const openPage = () => {
  const server = new ModelServer(aTree())
  const page = new Page(server, 'me')
  return { server, page, other: new Page(server, 'other'), edits: page.replica.edits }
}

describe('new node with its first title', () => {
  it('undoes and redoes a new node, its first title and the unfolding of its parent in one step', () => {
    const { replica, edits } = open()
    edits.change('a', { hideChildren: true })
    const made = edits.group(() => {
      edits.change('a', { hideChildren: false })
      return edits.create({ kind: 'child', parentId: 'a' })
    })
    if (!made.ok) throw new Error(made.reason)
    const id = made.value
    edits.change(id, { title: 'Pea' }, newNodeKey(id))
    edits.change(id, { title: 'Pears' }, newNodeKey(id))
    expect(edits.undo().ok).toBe(true)
    expect([replica.node(id), replica.node('a')?.hideChildren]).toEqual([undefined, true])
    expect(edits.redo().ok).toBe(true)
    expect([replica.node(id)?.title, replica.node('a')?.hideChildren]).toEqual(['Pears', false])
  })

  it('makes a second title of a new node a separate undo step', () => {
    const { replica, edits } = open()
    const made = edits.create({ kind: 'parent', childId: 'a1' })
    if (!made.ok) throw new Error(made.reason)
    edits.change(made.value, { title: 'Pears' }, newNodeKey(made.value))
    edits.change(made.value, { title: 'Plums' }, 'another')
    edits.undo()
    expect(replica.node(made.value)?.title).toBe('Pears')
    edits.undo()
    expect([replica.node(made.value), replica.node('a1')?.parentIds]).toEqual([undefined, ['a']])
  })
})

describe('replica edit', () => {
  it('shows an edit immediately, notifies once and queues it', () => {
    const { replica, edits, changes, requests } = open()
    expect(edits.change('a', { title: 'Pears' })).toEqual(accept(null))
    expect(replica.node('a')?.title).toBe('Pears')
    expect(changes).toEqual([{ ids: ['a'], isStructural: false, origin: 'own' }])
    expect(requests()).toEqual([{ kind: 'update', id: 'a', change: { title: 'Pears' } }])
  })

  it('keeps the objects of all nodes that an edit does not change', () => {
    const { replica, edits } = open()
    const before = new Map([...replica.nodes()].map((node) => [node.id, node]))
    edits.move(['a1'], { side: 'onto', targetId: 'b' })
    expect([...replica.nodes()].filter((node) => before.get(node.id) !== node).map(({ id }) => id)).toEqual(['a1'])
  })

  it('changes nothing and returns the reason when the rules refuse an edit', () => {
    const { edits, changes, requests } = open()
    expect(edits.move(['a'], { side: 'onto', targetId: 'a1' })).toEqual(refuse('A node cannot be moved below itself'))
    expect(edits.addParent('x', 'b')).toEqual(refuse('The node already has this parent'))
    expect([changes, requests()]).toEqual([[], []])
  })

  it('makes an edit of several steps wholly or not at all', () => {
    const { edits, changes, requests, under } = open()
    const moved = edits.move(['a1', 'b'], { side: 'onto', targetId: 'b' })
    expect(moved).toEqual(refuse('A node cannot be its own parent'))
    expect([changes, requests(), under('a')]).toEqual([[], [], ['a1', 'a2', 'x']])
  })

  it('does not send an edit that changes nothing', () => {
    const { edits, requests, replica } = open()
    expect(edits.change('a', { title: 'a' }).ok).toBe(true)
    expect([requests(), replica.canUndo]).toEqual([[], false])
  })

  it('ignores an edit of a permanently removed node, but stores the text of a deleted one', () => {
    const { edits, requests } = open()
    expect(edits.change('nobody', { title: 'Pears' })).toEqual(accept(null))
    expect(requests()).toEqual([])
    edits.deleteNode('a1')
    edits.change('a1', { title: 'Pears' })
    expect(requests().at(-1)).toEqual({ kind: 'update', id: 'a1', change: { title: 'Pears' } })
  })

  it('notifies once and makes one undo step for a group of edits', () => {
    const { edits, changes, under } = open()
    edits.group(() => {
      edits.create({ kind: 'child', parentId: 'b' })
      edits.group(() => edits.deleteBranches(['a', 'a1']))
    })
    expect(changes).toHaveLength(1)
    expect(edits.undo().ok).toBe(true)
    expect([under('root'), under('a'), under('b')]).toEqual([['a', 'b'], ['a1', 'a2', 'x'], ['x']])
    expect(edits.undo().ok).toBe(false)
  })
})

describe('new node', () => {
  it('gives a new node the default title and its parent’s color, and puts it last', () => {
    const { replica, edits, under } = open()
    edits.change('b', { backgroundColor: '#bbffd8' })
    const made = edits.create({ kind: 'child', parentId: 'b' })
    const node = replica.node(made.ok ? made.value : '')
    expect([node?.title, node?.style.backgroundColor, under('b')]).toEqual(['New node', '#bbffd8', ['x', node?.id]])
  })

  it('names both neighbors and the predicted position of a new node beside a sibling', () => {
    const { edits, requests, under } = open()
    edits.create({ kind: 'after', siblingId: 'a1' }, { title: 'New' })
    expect(under('a')).toEqual(['a1', 'n1', 'a2', 'x'])
    expect(requests()[0]).toMatchObject({ place: { parentId: 'a', afterId: 'a1', beforeId: 'a2', position: 150 } })
  })

  it('gives a new node beside a sibling all of the sibling’s parents', () => {
    const { edits, under } = open()
    edits.create({ kind: 'before', siblingId: 'x' })
    expect([under('a'), under('b')]).toEqual([
      ['a1', 'a2', 'n1', 'x'],
      ['n1', 'x'],
    ])
  })

  it('inserts a new node between a node and its parent', () => {
    const { edits, under } = open()
    edits.create({ kind: 'parent', childId: 'a1' })
    expect([under('a'), under('n1')]).toEqual([['n1', 'a2', 'x'], ['a1']])
  })

  it('leaves no undo step for a discarded new node', () => {
    const { edits, replica, under } = open()
    const made = edits.create({ kind: 'parent', childId: 'a1' })
    edits.discard(made.ok ? made.value : '')
    expect([under('a'), replica.canUndo]).toEqual([['a1', 'a2', 'x'], false])
  })

  it('inserts branches in order and keeps folded nodes folded', () => {
    const { edits, replica, under, requests } = open()
    const branch = { title: 'p', hideChildren: true, children: [{ title: 'q', status: 'done', children: [] }] } as const
    const made = edits.insertBranches({ kind: 'before', siblingId: 'b' }, [branch, { title: 'r', children: [] }])
    expect(made.ok && made.value.map((id) => replica.node(id)?.title)).toEqual(['p', 'r'])
    expect(under('root').map((id) => replica.node(id)?.title)).toEqual(['a', 'p', 'r', 'b'])
    expect(requests().at(-1)).toMatchObject({ change: { hideChildren: true } })
    edits.undo()
    expect(under('root')).toEqual(['a', 'b'])
    expect(requests().at(-1)).toMatchObject({ kind: 'update-many', change: { isDeleted: true } })
  })
})

describe('node move', () => {
  it('keeps the order of several moved nodes and moves their descendants along', () => {
    const { edits, under } = open()
    edits.move(['a2', 'a1'], { side: 'after', targetId: 'a' })
    expect(under('root')).toEqual(['a', 'a2', 'a1', 'b'])
    edits.move(['a', 'x', 'a2'], { side: 'onto', targetId: 'b' })
    expect([under('root'), under('b'), under('a')]).toEqual([['a1', 'b'], ['x', 'a', 'a2'], ['x']])
  })

  it('leaves the children with the former parents when a node moves alone', () => {
    const { edits, under } = open()
    edits.move(['a'], { side: 'onto', targetId: 'b' }, true)
    expect([under('root'), under('b'), under('a')]).toEqual([['a1', 'a2', 'b', 'x'], ['x', 'a'], []])
    edits.undo()
    expect([under('root'), under('a'), under('b')]).toEqual([['a', 'b'], ['a1', 'a2', 'x'], ['x']])
  })

  it('names the neighbors of a moved node, never the node itself', () => {
    const { edits, requests } = open()
    edits.move(['a1'], { side: 'after', targetId: 'a2' })
    expect(requests()).toEqual([{ kind: 'update', id: 'a1', change: { afterId: 'a2', beforeId: 'x', position: 250 } }])
  })
})

describe('undo', () => {
  it('restores the lost links when the deletion of a branch is undone', () => {
    const { edits, under, requests } = open()
    edits.deleteBranches(['a'])
    expect([under('root'), under('b')]).toEqual([['b'], ['x']])
    edits.undo()
    expect([under('a'), under('b')]).toEqual([['a1', 'a2', 'x'], ['x']])
    expect(requests().slice(1)).toEqual([
      { kind: 'update-many', ids: ['a', 'a1', 'a2'], change: { isDeleted: false } },
      { kind: 'update', id: 'x', change: { parentIds: ['a', 'b'] } },
    ])
  })

  it('sends the undo of one color for many nodes grouped by color', () => {
    const { edits, requests } = open()
    edits.change('a', { backgroundColor: '#bbffd8' })
    edits.changeMany(['a', 'b', 'a1'], { backgroundColor: '#ffbbe2' })
    edits.undo()
    expect(requests().slice(2)).toEqual([
      { kind: 'update-many', ids: ['a1', 'b'], change: { backgroundColor: '#fffabb' } },
      { kind: 'update', id: 'a', change: { backgroundColor: '#bbffd8' } },
    ])
  })

  it('undoes consecutive changes under one key in one step', () => {
    const { edits, replica } = open()
    edits.change('a', { title: 'P' }, 'title a')
    edits.change('a', { title: 'Pe' }, 'title a')
    edits.change('b', { title: 'B' }, 'title b')
    edits.change('a', { title: 'Pea' }, 'title a')
    edits.undo()
    expect(replica.node('a')?.title).toBe('Pe')
    edits.undo()
    edits.undo()
    expect([replica.node('a')?.title, replica.canUndo, replica.canRedo]).toEqual(['a', false, true])
  })

  it('leaves nothing to undo when typing ends with the original text', () => {
    const { edits, replica } = open()
    edits.change('a', { title: 'P' }, 'title a')
    edits.change('a', { title: 'a' }, 'title a')
    expect(replica.canUndo).toBe(false)
  })

  it('changes nothing and returns the reason when an undo would break a rule', () => {
    const { page, other, edits } = openPage()
    edits.deleteNode('a1')
    page.finish()
    other.replica.edits.deleteBranches(['root'])
    other.finish()
    page.receiveAllEvents()
    const before = page.shown()
    expect(edits.undo()).toEqual(refuse('The parent node has been deleted'))
    expect([page.shown(), page.replica.canUndo]).toEqual([before, true])
  })

  it('redoes a new node together with the nodes that others moved below it', () => {
    const { page, other, edits } = openPage()
    const made = edits.create({ kind: 'child', parentId: 'b' })
    const id = made.ok ? made.value : ''
    page.finish()
    other.receiveAllEvents()
    other.replica.edits.move(['a1'], { side: 'onto', targetId: id })
    other.finish()
    page.receiveAllEvents()
    edits.undo()
    expect(page.replica.node('a1')?.parentIds).toEqual(['b'])
    edits.redo()
    expect(page.replica.node('a1')?.parentIds).toEqual([id])
  })

  it('shows what others wrote in a deleted branch when the deletion is undone', () => {
    const { page, other, edits } = openPage()
    edits.deleteBranches(['a'])
    page.finish()
    other.replica.edits.change('a1', { title: 'written meanwhile' })
    other.finish()
    page.receiveAllEvents()
    edits.undo()
    expect(page.replica.node('a1')?.title).toBe('written meanwhile')
  })
})
