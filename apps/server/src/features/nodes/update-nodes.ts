import type { Api } from '@espalier/schema'
import {
  deleteNode as decideDeletion,
  deleteNodeWithChildrenInSteps as decideBranch,
  type NodeDiff,
  type StructureUpdate,
  updateNodes as decideStructure,
} from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import { type NodeView, readNodesById, readProjectIdsByNode, toNodeView } from '../../database/nodes.ts'
import { runInSlices } from '../../reliability/work-slices.ts'
import {
  allowInBranch,
  allowViewers,
  badInputError,
  type Caller,
  changeNodes,
  hideOutside,
  isInBranch,
  isStoredId,
  limitStructure,
  type ProjectWrite,
  type RequestedFields,
  rereadNode,
  type Writes,
  type WriteTransaction,
} from '../projects/index.ts'
import { projectErrorTexts } from '../../texts/projects.ts'
import { checkFieldReferences } from './field-references.ts'
import {
  nodeNotFoundError,
  readRequestedFields,
  readStructureUpdate,
  requireAccepted,
  requireKnownBlockers,
} from './node-input.ts'
import { nodePolicy } from './policy.ts'

/** Locks the project of a node. If the caller may not see the project, the node counts as missing. */
export async function openProjectOfNode(
  work: WriteTransaction,
  nodeId: string,
  operation: keyof typeof nodePolicy,
): Promise<ProjectWrite> {
  const known = isStoredId(nodeId) ? (await readProjectIdsByNode(work.tx.client, [nodeId])).get(nodeId) : undefined
  const projectId = work.branchProjectId ?? known
  if (projectId === undefined) throw nodeNotFoundError()
  try {
    return await work.open(projectId, allowInBranch(nodePolicy[operation], nodeId))
  } catch (error) {
    throw error instanceof ApiError && error.code === 'NOT_FOUND' ? nodeNotFoundError() : error
  }
}

export async function updateNode(
  writes: Writes,
  caller: Caller,
  { id: given, data }: { readonly id: string; readonly data: Api.NodeUpdate },
): Promise<NodeView> {
  const id = given.toLowerCase()
  const requested = await readRequestedFields(data, 'update')
  const structure = readStructureUpdate(data)
  return writes.run(
    caller,
    async (work) => {
      const write = await openProjectOfNode(work, id, 'node.update')
      await checkProjectLink(work, write, requested)
      const checked = await checkFieldReferences(write, requested, [id])
      const diffs = await decideStructureChange(write, [id], structure)
      const node = (await changeNodes(write, { diffs, ids: [id], ...checked, mainId: id })).get(id)
      if (node === undefined) throw nodeNotFoundError()
      return hideOutside(write.branch, toNodeView(node))
    },
    { nodeId: id },
    rereadNode,
  )
}

/** Updates all nodes or none: no node changes if one id does not belong to this project. */
export async function updateNodeBatch(
  writes: Writes,
  caller: Caller,
  { ids: given, data }: { readonly ids: readonly string[]; readonly data: Api.NodeBatchUpdate },
): Promise<boolean> {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))]
  const requested = await readRequestedFields(data, 'batch')
  const structure = readStructureUpdate(data)
  return writes.run(
    caller,
    async (work) => {
      const write = await work.open(data.projectId, nodePolicy['node.update'])
      if (!ids.every((id) => isStoredId(id) && isInBranch(write.branch, id))) throw nodeNotFoundError()
      const known = await readNodesById(work.tx.client, write.project.id, ids)
      if (known.length < ids.length) throw nodeNotFoundError()
      await checkProjectLink(work, write, requested)
      const checked = await checkFieldReferences(write, requested, ids)
      const diffs = await decideStructureChange(write, ids, structure)
      await changeNodes(write, { diffs, ids, ...checked })
      return true
    },
    { projectId: data.projectId },
  )
}

/** Without structural changes the graph is not read, so that a title in a tree of 100,000 nodes is saved quickly. */
async function decideStructureChange(
  write: ProjectWrite,
  ids: readonly string[],
  structure: StructureUpdate | null,
): Promise<readonly NodeDiff[]> {
  if (structure === null) return []
  const graph = await write.graph()
  const limited = limitStructure(write.branch, graph, ids, structure)
  requireKnownBlockers(graph, ids, limited)
  return requireAccepted(decideStructure(graph, ids, limited))
}

async function checkProjectLink(
  work: WriteTransaction,
  write: ProjectWrite,
  { projectLink }: RequestedFields,
): Promise<void> {
  if (projectLink == null) return
  if (projectLink === write.project.id) throw badInputError(projectErrorTexts.linkToOwnProject, 'projectLink')
  await work.requireReadable(projectLink, allowViewers)
}

type ChangeRecord = Pick<NodeDiff, 'id' | 'before' | 'after'>

export function deleteNode(writes: Writes, caller: Caller, given: string): Promise<readonly ChangeRecord[]> {
  const id = given.toLowerCase()
  return writes.run(
    caller,
    async (work) => {
      const write = await openProjectOfNode(work, id, 'node.delete')
      const diffs = requireAccepted(decideDeletion(await write.graph(), id))
      await changeNodes(write, { diffs, mainId: id })
      auditDeletion(work, write, caller, id, 1)
      const hide = (values: ChangeRecord['before']) => hideOutside(write.branch, values)
      return diffs.flatMap(({ id, before, after }) =>
        isInBranch(write.branch, id) ? [{ id, before: hide(before), after: hide(after) }] : [],
      )
    },
    { nodeId: id },
  )
}

export function deleteNodeWithChildren(writes: Writes, caller: Caller, given: string): Promise<readonly string[]> {
  const id = given.toLowerCase()
  return writes.run(
    caller,
    async (work) => {
      const write = await openProjectOfNode(work, id, 'node.delete')
      const { deletedIds, changes } = requireAccepted(await runInSlices(decideBranch(await write.graph(), id)))
      await changeNodes(write, { diffs: changes })
      auditDeletion(work, write, caller, id, deletedIds.length)
      return deletedIds
    },
    { nodeId: id },
  )
}

function auditDeletion(
  work: WriteTransaction,
  { project }: ProjectWrite,
  { viewer }: Caller,
  nodeId: string,
  nodes: number,
): void {
  work.audit({ kind: 'nodes-deleted', projectId: project.id, nodeId, nodes, userId: viewer.person.id })
}
