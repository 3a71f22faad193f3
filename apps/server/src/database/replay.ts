import { readChanges } from './change-log.ts'
import type { NodeRecord } from './node-record.ts'
import type { Queries } from './read-nodes.ts'

/** The nodes that the log gives when it is replayed from its beginning. */
export async function replay(db: Queries, projectId: string): Promise<NodeRecord[]> {
  const nodes = new Map<string, NodeRecord>()
  for (const { payload } of await readChanges(db, projectId, 0)) {
    for (const patch of payload.nodes ?? []) {
      nodes.set(patch.id, { ...nodes.get(patch.id), ...patch } as NodeRecord)
    }
  }
  return [...nodes.values()]
}
