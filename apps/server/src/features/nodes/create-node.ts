import { randomUUID } from 'node:crypto'

import type { Api } from '@espalier/schema'
import { type BlockerChoice, chooseBlockers, createNode as decideCreation, nodeFields, refuse } from '@espalier/domain'

import { type NodeRecord, toNodeView, type NodeView } from '../../database/nodes.ts'
import { runInSlices } from '../../reliability/work-slices.ts'
import {
  addNodes,
  badInputError,
  type Branch,
  type Caller,
  changeNodes,
  createNodeRecord,
  isStoredId,
  limitBlockers,
  type NodeFields,
  placeNodes,
  type ProjectWrite,
  type RequestedFields,
  requirePlaceInBranch,
  rereadNode,
  settleNodeFields,
  toKnownId,
  type Writes,
} from '../projects/index.ts'
import { projectErrorTexts } from '../../texts/projects.ts'
import { checkFieldReferences } from './field-references.ts'
import { readBlockerChoice, readRequestedFields, requireAccepted, requireKnownBlockers } from './node-input.ts'
import { nodePolicy } from './policy.ts'

export interface NodePlacement {
  readonly id: string
  readonly parentId?: string | null | undefined
  readonly childId?: string | null | undefined
  readonly position?: number | null | undefined
  readonly afterId?: string | null | undefined
  readonly beforeId?: string | null | undefined
  readonly blockedByIds?: readonly string[] | undefined
}

export async function createNode(writes: Writes, caller: Caller, data: Api.NodeCreate): Promise<NodeView> {
  const placement: NodePlacement = {
    id: readNodeId(data.id),
    parentId: data.parentId?.toLowerCase(),
    childId: data.childId?.toLowerCase(),
    position: data.position,
    afterId: data.afterId?.toLowerCase(),
    beforeId: data.beforeId?.toLowerCase(),
  }
  const requested = await readRequestedFields(data, 'create')
  const blockers = readBlockerChoice(data)
  return writes.run(
    caller,
    async (work) => {
      const write = await work.open(data.projectId, nodePolicy['node.create'])
      requirePlaceInBranch(write.branch, placement.parentId ?? placement.childId)
      const place = limitPlacement(write.branch, placement)
      const { fields, check } = await checkFieldReferences(write, requested, [])
      check(nodeFields.defaults, settleNodeFields(write, nodeFields.defaults, fields))
      const blockedByIds = blockers === null ? [] : await findNewBlockers(write, place.id, blockers)
      return toNodeView(await addNode(write, { ...place, blockedByIds }, fields))
    },
    { projectId: data.projectId },
    rereadNode,
  )
}

const limitPlacement = (branch: Branch | null, place: NodePlacement): NodePlacement => ({
  ...place,
  parentId: toKnownId(branch, place.parentId),
  childId: toKnownId(branch, place.childId),
  afterId: toKnownId(branch, place.afterId),
  beforeId: toKnownId(branch, place.beforeId),
})

async function findNewBlockers(write: ProjectWrite, id: string, given: BlockerChoice): Promise<readonly string[]> {
  const graph = await write.graph()
  const choice = limitBlockers(write.branch, given)
  requireKnownBlockers(graph, [id], choice)
  return requireAccepted(chooseBlockers(graph, { id, blockedByIds: [] }, choice))
}

/** Adds a node and moves what has to make room. May be called several times in one transaction. */
export async function addNode(
  write: ProjectWrite,
  placement: NodePlacement,
  contents: RequestedFields,
): Promise<NodeRecord> {
  const graph = await write.graph()
  const { node: placed, changes } = requireAccepted(decideCreation(graph, placement))
  const node = createNodeRecord(write, placed, contents)
  if (!(await addNodes(write, [node]))) requireAccepted(refuse('id-taken'))
  await changeNodes(write, { diffs: changes.filter(({ id }) => id !== node.id) })
  return node
}

export interface NodeToAdd {
  readonly place: NodePlacement
  readonly contents: NodeFields
}

/** Adds many nodes: each is decided in turn, all are stored at once. */
export async function addManyNodes(write: ProjectWrite, wanted: readonly NodeToAdd[]): Promise<void> {
  const placements = wanted.map(({ place }) => place)
  const { nodes, moves } = await runInSlices(placeNodes(await write.graphToChange(), placements))
  const contents = new Map(wanted.map((one) => [one.place.id, one.contents]))
  const placed = nodes.flatMap((node) => {
    const own = contents.get(node.id)
    return own === undefined ? [] : [createNodeRecord(write, node, own)]
  })
  if (!(await addNodes(write, placed))) requireAccepted(refuse('id-taken'))
  await changeNodes(write, { diffs: moves })
}

function readNodeId(given: string | null | undefined): string {
  if (given == null) return randomUUID()
  if (!isStoredId(given)) throw badInputError(projectErrorTexts.badNodeId, 'id')
  return given.toLowerCase()
}
