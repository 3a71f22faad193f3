import type { NodeId } from '@espalier/domain'

export interface NodeListeners {
  add(id: NodeId, listener: () => void): () => void
  tell(ids: readonly NodeId[]): void
  clear(): void
}

/** Whoever shows a node is told of that node alone. */
export function nodeListeners(): NodeListeners {
  const byId = new Map<NodeId, Set<() => void>>()
  return {
    add(id, listener) {
      const own = byId.get(id) ?? new Set()
      byId.set(id, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0 && byId.get(id) === own) byId.delete(id)
      }
    },
    tell(ids) {
      if (byId.size === 0) return
      for (const id of ids) for (const listener of byId.get(id) ?? []) listener()
    },
    clear: () => byId.clear(),
  }
}
