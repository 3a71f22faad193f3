import * as fc from 'fast-check'
import { accept, type Result } from '../core/result.ts'
import { applyChanges } from '../graph/changes.ts'
import { createNode } from '../graph/create-node.ts'
import { deleteNode, deleteNodeWithChildren } from '../graph/delete-node.ts'
import { createGraph, type EditableGraph } from '../graph/graph.ts'
import { addParent, moveNode, removeParent } from '../graph/move-node.ts'
import type { EditRefusal } from '../graph/rules.ts'
import { updateNodes } from '../graph/update-nodes.ts'
import type { NodeDiff } from '../node/diff.ts'
import type { NodeId } from '../node/node.ts'
import { aNode, projectId } from './graphs.ts'

/** A request that a person or an attacker may make; numbers choose among all nodes, including deleted ones. */
export type Command =
  | {
      readonly kind: 'create'
      readonly parent: number
      readonly after: number | null
      readonly position: number | null
    }
  | { readonly kind: 'create-above'; readonly child: number }
  | { readonly kind: 'delete'; readonly node: number }
  | { readonly kind: 'delete-branch'; readonly node: number }
  | {
      readonly kind: 'move'
      readonly node: number
      readonly target: number
      readonly side: Side
      readonly alone: boolean
    }
  | { readonly kind: 'link' | 'unlink'; readonly node: number; readonly parent: number }
  | { readonly kind: 'block' | 'unblock'; readonly node: number; readonly blocker: number }
  | { readonly kind: 'reorder'; readonly node: number; readonly position: number }
  | { readonly kind: 'set-parents'; readonly nodes: readonly number[]; readonly parents: readonly number[] }
  | { readonly kind: 'set-deleted'; readonly nodes: readonly number[]; readonly isDeleted: boolean }

type Side = 'onto' | 'before' | 'after'

const pick = fc.nat({ max: 60 })
const position = fc.oneof(
  fc.constantFrom(0, 1, 5_000, 5_000.0000001, 10_000),
  fc.double({ min: 0, max: 10_000, noNaN: true }),
)

export const aCommand: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      parent: pick,
      after: fc.option(pick),
      position: fc.option(position),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('create-above' as const), child: pick }) },
  fc.record({ kind: fc.constantFrom('delete' as const, 'delete-branch' as const), node: pick }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      node: pick,
      target: pick,
      side: fc.constantFrom<Side>('onto', 'before', 'after'),
      alone: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('link' as const, 'link' as const, 'link' as const, 'unlink' as const),
      node: pick,
      parent: pick,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('block' as const, 'block' as const, 'block' as const, 'unblock' as const),
      node: pick,
      blocker: pick,
    }),
  },
  fc.record({ kind: fc.constant('reorder' as const), node: pick, position }),
  fc.record({
    kind: fc.constant('set-parents' as const),
    nodes: fc.array(pick, { minLength: 1, maxLength: 4 }),
    parents: fc.array(pick, { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('set-deleted' as const),
    nodes: fc.array(pick, { minLength: 1, maxLength: 4 }),
    isDeleted: fc.boolean(),
  }),
)

export const someCommands = (maxLength: number): fc.Arbitrary<Command[]> =>
  fc.array(aCommand, { maxLength, size: 'max' })

export interface World {
  readonly graph: EditableGraph
  readonly ids: NodeId[]
}

/** The world starts with one root. */
export const newWorld = (): World => ({
  graph: createGraph(projectId, [aNode('n0')]),
  ids: ['n0'],
})

export type Outcome = Result<readonly NodeDiff[], EditRefusal>

/** Runs the rule and stores an accepted result, as the server and the page do. */
export function applyCommand(world: World, command: Command): Outcome {
  const outcome = runCommand(world, command)
  if (outcome.ok) applyChanges(world.graph, outcome.value)
  return outcome
}

function runCommand({ graph, ids }: World, command: Command): Outcome {
  const at = (index: number): NodeId => ids[index % ids.length] ?? 'nobody'
  switch (command.kind) {
    case 'create':
      return createWithNextId(
        { graph, ids },
        {
          parentId: command.parent === 0 ? null : at(command.parent),
          afterId: command.after === null ? null : at(command.after),
          position: command.position,
        },
      )
    case 'create-above':
      return createWithNextId({ graph, ids }, { childId: at(command.child) })
    case 'delete':
      return deleteNode(graph, at(command.node))
    case 'delete-branch': {
      const branch = deleteNodeWithChildren(graph, at(command.node))
      return branch.ok ? accept(branch.value.changes) : branch
    }
    case 'move': {
      const drop = { side: command.side, targetId: at(command.target) }
      return moveNode(graph, { nodeId: at(command.node), drop, isAlone: command.alone })
    }
    case 'link':
      return addParent(graph, { nodeId: at(command.node), parentId: at(command.parent) })
    case 'unlink':
      return removeParent(graph, { nodeId: at(command.node), parentId: at(command.parent) })
    case 'block':
      return updateNodes(graph, [at(command.node)], { addBlockedByIds: [at(command.blocker)] })
    case 'unblock':
      return updateNodes(graph, [at(command.node)], { removeBlockedByIds: [at(command.blocker)] })
    case 'reorder':
      return updateNodes(graph, [at(command.node)], { position: command.position })
    case 'set-parents':
      return updateNodes(graph, command.nodes.map(at), { parentIds: command.parents.map(at) })
    case 'set-deleted':
      return updateNodes(graph, command.nodes.map(at), { isDeleted: command.isDeleted })
  }
}

function createWithNextId({ graph, ids }: World, wanted: Omit<Parameters<typeof createNode>[1], 'id'>): Outcome {
  const created = createNode(graph, { id: `n${ids.length}`, ...wanted })
  if (!created.ok) return created
  graph.put({ ...created.value.node, isDeleted: true })
  ids.push(created.value.node.id)
  return accept(created.value.changes)
}
