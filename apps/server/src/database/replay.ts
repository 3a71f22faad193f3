import { readLogStart, readChanges } from './change-log.ts'
import type { NodeRecord } from './node-record.ts'
import { readNodes, type SqlClient } from './read-nodes.ts'

/**
 * The nodes that the log gives when it is replayed from its beginning. Where the beginning was trimmed it is replayed
 * over the table: every value that the log still knows must come out as the table has it.
 */
export async function replayChangeLog(db: SqlClient, projectId: string): Promise<NodeRecord[]> {
  const nodes = new Map<string, NodeRecord>()
  if ((await readLogStart(db, projectId)) > 0) {
    for (const { parentId: _primary, ...node } of await readNodes(db, projectId, true)) nodes.set(node.id, node)
  }
  for (const { payload } of await readChanges(db, projectId, 0)) {
    for (const patch of payload.nodes ?? []) {
      nodes.set(patch.id, { ...nodes.get(patch.id), ...patch } as NodeRecord)
    }
  }
  return [...nodes.values()]
}
