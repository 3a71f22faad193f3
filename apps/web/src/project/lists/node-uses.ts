import type { NodeId } from '@espalier/domain'
import type { NodeRecord, ProjectClient } from '@espalier/sync'
import { useCallback, useRef, useSyncExternalStore } from 'react'

/** Returns the ids of the entries of lists that a node refers to. */
const listReferences = ({ tagIds, stageId, fields }: NodeRecord): readonly string[] => [
  ...tagIds,
  ...(stageId === null ? [] : [stageId]),
  ...Object.keys(fields),
]

function countReferences(client: ProjectClient): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const node of client.nodes()) for (const id of listReferences(node)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

export const listUsers = (client: ProjectClient, entryId: string): readonly NodeId[] =>
  [...client.nodes()].filter((node) => listReferences(node).includes(entryId)).map(({ id }) => id)

/** Returns on how many nodes an entry of a list is used; the component is rendered again when that may have changed. */
export function useNodeUses(client: ProjectClient): (entryId: string) => number {
  const counts = useRef<ReadonlyMap<string, number> | null>(null)
  const subscribe = useCallback(
    (listener: () => void) =>
      client.listen(() => {
        counts.current = null
        listener()
      }),
    [client],
  )
  const current = useSyncExternalStore(subscribe, () => (counts.current ??= countReferences(client)))
  return (entryId) => current.get(entryId) ?? 0
}
