import type { NodeId } from '@espalier/domain'
import type { NewPlace, NodeFields, NodeRecord, ProjectClient } from '@espalier/sync'
import type { Chance } from '../chance.ts'
import { somePlanning } from './planning-edits.ts'

const colours = ['#aaaaaa', '#bbbbbb', '#cccccc', '#dddddd'] as const
const statuses = ['todo', 'progress', 'done'] as const
const sides = ['onto', 'onto', 'before', 'after'] as const

/** The preferences of a run's people: each run makes other edits frequent, rare, or impossible. */
export interface Taste {
  readonly weights: readonly number[]
  /** The share of edits that concern few nodes, as when people work on the same thing. */
  readonly crowding: number
}

const crowd = 4

interface Hand extends Chance {
  readonly crowding: number
}

function someNode(client: ProjectClient, hand: Hand): NodeId {
  const ids = [...client.nodes()].map(({ id }) => id).sort()
  if (ids.length === 0) return 'nobody'
  return hand.happens(hand.crowding) ? hand.pick(ids.slice(0, crowd)) : hand.pick(ids)
}

function somePlace(client: ProjectClient, chance: Hand): NewPlace {
  const id = someNode(client, chance)
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

type Edit = readonly [weight: number, name: string, make: (client: ProjectClient, hand: Hand) => boolean]

/** Every kind of edit that a person makes. */
const edits: readonly Edit[] = [
  [5, 'create', (client, chance) => client.edits.create(somePlace(client, chance)).ok],
  [6, 'change', (client, chance) => client.edits.change(someNode(client, chance), someFields(chance), 'typing').ok],
  [
    1,
    'change many',
    (client, chance) => {
      const ids = [someNode(client, chance), someNode(client, chance), someNode(client, chance)]
      return client.edits.changeMany([...new Set(ids)], { status: chance.pick(statuses) }).ok
    },
  ],
  [6, 'plan', (client, chance) => client.edits.change(someNode(client, chance), somePlanning(client, chance)).ok],
  [
    2,
    'plan many',
    (client, chance) => {
      const ids = [someNode(client, chance), someNode(client, chance), someNode(client, chance)]
      return client.edits.changeMany([...new Set(ids)], somePlanning(client, chance)).ok
    },
  ],
  [1, 'delete', (client, chance) => client.edits.deleteNode(someNode(client, chance)).ok],
  [1, 'delete branch', (client, chance) => client.edits.deleteBranches([someNode(client, chance)]).ok],
  [
    6,
    'move',
    (client, chance) => {
      const ids = [...new Set([someNode(client, chance), someNode(client, chance)])].slice(0, chance.between(1, 2))
      const drop = { side: chance.pick(sides), targetId: someNode(client, chance) }
      return client.edits.move(ids, drop, chance.happens(0.2)).ok
    },
  ],
  [2, 'link', (client, chance) => client.edits.addParent(someNode(client, chance), someNode(client, chance)).ok],
  [
    2,
    'unlink',
    (client, chance) => {
      const node: NodeRecord | undefined = client.node(someNode(client, chance))
      const parentId = node?.parentIds[0]
      return node !== undefined && parentId !== undefined && client.edits.removeParent(node.id, parentId).ok
    },
  ],
]

export const someTaste = (chance: Chance): Taste => ({
  weights: edits.map(([weight]) => weight * chance.pick([0, 1, 1, 4])),
  crowding: chance.pick([0.2, 0.5, 0.9]),
})

/** Makes one edit and returns its name; null if the rules refused it. */
export function someEdit(client: ProjectClient, chance: Chance, { weights, crowding }: Taste): string | null {
  let at = chance.below(weights.reduce((sum, weight) => sum + weight, 0))
  for (const [index, [, name, make]] of edits.entries()) {
    at -= weights[index] ?? 0
    if (at < 0) return make(client, { ...chance, crowding }) ? name : null
  }
  return null
}
