import type { NodeId } from '@espalier/domain'
import type { NewPlace, NodeFields, NodeRecord, Replica } from '@espalier/sync'
import type { Chance } from '../chance.ts'

const colours = ['#aaaaaa', '#bbbbbb', '#cccccc', '#dddddd'] as const
const statuses = ['todo', 'progress', 'done'] as const
const sides = ['onto', 'onto', 'before', 'after'] as const

/** What a run's people are given to: in each run other edits are frequent, rare, or not made at all. */
export interface Taste {
  readonly weights: readonly number[]
  /** How much of it is about few nodes, as where people work at the same thing. */
  readonly crowding: number
}

const crowd = 4

interface Hand extends Chance {
  readonly crowding: number
}

function someNode(replica: Replica, hand: Hand): NodeId {
  const ids = [...replica.nodes()].map(({ id }) => id).sort()
  if (ids.length === 0) return 'nobody'
  return hand.happens(hand.crowding) ? hand.pick(ids.slice(0, crowd)) : hand.pick(ids)
}

function somePlace(replica: Replica, chance: Hand): NewPlace {
  const id = someNode(replica, chance)
  const kind = chance.pick(['child', 'child', 'before', 'after', 'after', 'parent', 'root'] as const)
  switch (kind) {
    case 'child':
      return { kind, parentId: id }
    case 'parent':
      return { kind, childId: id }
    case 'root':
      return { kind }
    default:
      return { kind, siblingId: id }
  }
}

function someFields(chance: Chance): NodeFields {
  const text = `text ${chance.below(1_000)}`
  return chance.pick<NodeFields>([
    { title: text },
    { title: `${text} <b>bold</b>` },
    { body: text },
    { status: chance.pick(statuses) },
    { backgroundColor: chance.pick(colours) },
    { hideChildren: chance.happens(0.5) },
  ])
}

type Edit = readonly [weight: number, name: string, make: (replica: Replica, hand: Hand) => boolean]

/** Everything that a person does to nodes. */
const edits: readonly Edit[] = [
  [5, 'create', (replica, chance) => replica.edits.create(somePlace(replica, chance)).ok],
  [6, 'change', (replica, chance) => replica.edits.change(someNode(replica, chance), someFields(chance), 'typing').ok],
  [
    1,
    'change many',
    (replica, chance) => {
      const ids = [someNode(replica, chance), someNode(replica, chance), someNode(replica, chance)]
      return replica.edits.changeMany([...new Set(ids)], { status: chance.pick(statuses) }).ok
    },
  ],
  [1, 'delete', (replica, chance) => replica.edits.deleteNode(someNode(replica, chance)).ok],
  [1, 'delete branch', (replica, chance) => replica.edits.deleteBranches([someNode(replica, chance)]).ok],
  [
    6,
    'move',
    (replica, chance) => {
      const ids = [...new Set([someNode(replica, chance), someNode(replica, chance)])].slice(0, chance.between(1, 2))
      const drop = { side: chance.pick(sides), targetId: someNode(replica, chance) }
      return replica.edits.move(ids, drop, chance.happens(0.2)).ok
    },
  ],
  [2, 'link', (replica, chance) => replica.edits.addParent(someNode(replica, chance), someNode(replica, chance)).ok],
  [
    2,
    'unlink',
    (replica, chance) => {
      const node: NodeRecord | undefined = replica.node(someNode(replica, chance))
      const parentId = node?.parentIds[0]
      return node !== undefined && parentId !== undefined && replica.edits.removeParent(node.id, parentId).ok
    },
  ],
]

export const someTaste = (chance: Chance): Taste => ({
  weights: edits.map(([weight]) => weight * chance.pick([0, 1, 1, 4])),
  crowding: chance.pick([0.2, 0.5, 0.9]),
})

/** Makes one edit and answers its name; null: the rules did not let it. */
export function someEdit(replica: Replica, chance: Chance, { weights, crowding }: Taste): string | null {
  let at = chance.below(weights.reduce((sum, weight) => sum + weight, 0))
  for (const [index, [, name, make]] of edits.entries()) {
    at -= weights[index] ?? 0
    if (at < 0) return make(replica, { ...chance, crowding }) ? name : null
  }
  return null
}
