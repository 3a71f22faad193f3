import type { NodeId } from '@espalier/domain'

/** Subscribers of one kind of event. A listener may unsubscribe while it is called. */
export interface Listeners<Event> {
  add(listener: (event: Event) => void): () => void
  notify(event: Event): void
  clear(): void
}

export function createListeners<Event>(): Listeners<Event> {
  const all = new Set<(event: Event) => void>()
  return {
    add(listener) {
      all.add(listener)
      return () => all.delete(listener)
    },
    notify(event) {
      for (const listener of all) listener(event)
    },
    clear: () => all.clear(),
  }
}

export interface NodeListeners {
  add(id: NodeId, listener: () => void): () => void
  notify(ids: readonly NodeId[]): void
  clear(): void
}

/** A view of one node is notified only of changes of that node. */
export function createNodeListeners(): NodeListeners {
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
    notify(ids) {
      if (byId.size === 0) return
      for (const id of ids) for (const listener of byId.get(id) ?? []) listener()
    },
    clear: () => byId.clear(),
  }
}
