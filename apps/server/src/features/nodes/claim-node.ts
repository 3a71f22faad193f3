import { getAncestorIds, getChildIds } from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import { deleteNodeClaim, type NodeClaim, readNodeClaim, storeNodeClaim } from '../../database/node-claims.ts'
import { type NodeRecord, type NodeView, readNodesById, toNodeView } from '../../database/nodes.ts'
import { claimTexts } from '../../texts/projects.ts'
import {
  type Caller,
  changeNodes,
  hideOutside,
  type ProjectWrite,
  type RequestedFields,
  rereadNode,
  type Writes,
} from '../projects/index.ts'
import { checkFieldReferences } from './field-references.ts'
import { nodeNotFoundError } from './node-input.ts'
import { openProjectOfNode } from './update-nodes.ts'

const refuseClaim = (message: string): ApiError => new ApiError('CONFLICT', message)

/**
 * Takes a node for the caller. The project is locked from the check to the commit, so that of many claims on several
 * servers one succeeds.
 */
export function claimNode(writes: Writes, caller: Caller, given: string): Promise<NodeView> {
  const id = given.toLowerCase()
  const { person, token } = caller.viewer
  return writes.run(
    caller,
    async (work) => {
      const write = await openProjectOfNode(work, id, 'node.claim')
      const node = await readLivingNode(write, id)
      if (isClaimed(node, await readNodeClaim(work.tx.client, id))) throw refuseClaim(claimTexts.claimed)
      if (node.status !== 'todo') throw refuseClaim(claimTexts.notTodo(node.status))
      await requireReady(write, id)
      const claimed = await setFields(write, id, { status: 'progress', addAssigneeIds: [person.id] })
      const claim = { nodeId: id, userId: person.id, tokenId: token?.id ?? null, claimedAt: work.at }
      await storeNodeClaim(work.tx.client, claim)
      return claimed
    },
    { nodeId: id },
    rereadNode,
  )
}

/** Gives a claimed node back. Everybody who may claim may also release, so that a claim that goes silent can end. */
export function releaseNode(writes: Writes, caller: Caller, given: string): Promise<NodeView> {
  const id = given.toLowerCase()
  return writes.run(
    caller,
    async (work) => {
      const write = await openProjectOfNode(work, id, 'node.release')
      const node = await readLivingNode(write, id)
      const claim = await readNodeClaim(work.tx.client, id)
      if (claim === null || !isClaimed(node, claim)) throw refuseClaim(claimTexts.notClaimed)
      const released = await setFields(write, id, { status: 'todo', removeAssigneeIds: [claim.userId] })
      await deleteNodeClaim(work.tx.client, id)
      return released
    },
    { nodeId: id },
    rereadNode,
  )
}

/** A claim ends with every change of the node that contradicts it, such as being done or given to somebody else. */
const isClaimed = ({ status, assigneeIds }: NodeRecord, claim: NodeClaim | null): boolean =>
  claim !== null && status === 'progress' && assigneeIds.includes(claim.userId)

async function readLivingNode(write: ProjectWrite, id: string): Promise<NodeRecord> {
  const [node] = await readNodesById(write.tx.client, write.project.id, [id])
  if (node === undefined || node.isDeleted) throw nodeNotFoundError()
  return node
}

/** The rule of the schedule, for one node: only its children and the blockers above it are read. */
async function requireReady(write: ProjectWrite, id: string): Promise<void> {
  const graph = await write.graph()
  const childIds = getChildIds(graph, id)
  const blockerIds = [id, ...getAncestorIds(graph, id)].flatMap((at) => graph.node(at)?.blockedByIds ?? [])
  const others = await readNodesById(write.tx.client, write.project.id, [...new Set([...childIds, ...blockerIds])])
  const uncounted = new Set(write.definitions.stages.flatMap((stage) => (stage.counts ? [] : [stage.id])))
  const openIds = new Set(
    others
      .filter((node) => node.status !== 'done' && !node.isDeleted && !uncounted.has(node.stageId ?? ''))
      .map((node) => node.id),
  )
  if (blockerIds.some((other) => openIds.has(other))) throw refuseClaim(claimTexts.blocked)
  if (childIds.some((other) => openIds.has(other))) throw refuseClaim(claimTexts.waiting)
}

async function setFields(write: ProjectWrite, id: string, requested: RequestedFields): Promise<NodeView> {
  const checked = await checkFieldReferences(write, requested, [id])
  const node = (await changeNodes(write, { ids: [id], ...checked, mainId: id })).get(id)
  if (node === undefined) throw nodeNotFoundError()
  return hideOutside(write.branch, toNodeView(node))
}
