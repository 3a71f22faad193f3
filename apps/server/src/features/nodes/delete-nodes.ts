import { deleteNode as decideDeletion, deleteNodeWithChildren as decideBranch, type NodeDiff } from '@espalier/domain'

import { changeNodes, type Caller, type WriteTransaction, type Writes, type ProjectWrite } from '../projects/index.ts'
import { requireAccepted } from './node-input.ts'
import { openProjectOfNode } from './update-nodes.ts'

export type ChangeRecord = Pick<NodeDiff, 'id' | 'before' | 'after'>

export function deleteNode(writes: Writes, caller: Caller, given: string): Promise<readonly ChangeRecord[]> {
  const id = given.toLowerCase()
  return writes.run(
    caller,
    async (work) => {
      const write = await openProjectOfNode(work, id, 'node.delete')
      const diffs = requireAccepted(decideDeletion(await write.graph(), id))
      await changeNodes(write, { diffs, mainId: id })
      auditDeletion(work, write, caller, id, 1)
      return diffs.map(({ id, before, after }) => ({ id, before, after }))
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
      const { deletedIds, changes } = requireAccepted(decideBranch(await write.graph(), id))
      await changeNodes(write, { diffs: changes })
      auditDeletion(work, write, caller, id, deletedIds.length)
      return deletedIds
    },
    { nodeId: id },
  )
}

function auditDeletion(work: WriteTransaction, { project }: ProjectWrite, { viewer }: Caller, nodeId: string, nodes: number): void {
  work.audit({ kind: 'nodes-deleted', projectId: project.id, nodeId, nodes, userId: viewer.person.id })
}
