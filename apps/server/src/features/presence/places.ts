import type { PresenceKey } from '../../database/presence.ts'

/** Who is in which project on this server: each once, with as many tabs as there are. */
export interface LocalSessions {
  /** True where this is the first tab. */
  enter(place: PresenceKey): boolean
  /** True where this was the last tab. */
  leave(place: PresenceKey): boolean
  has(place: PresenceKey): boolean
  all(): Iterable<PresenceKey>
}

const toSessionKey = ({ projectId, sessionId }: PresenceKey): string => `${projectId} ${sessionId}`

export function createLocalSessions(): LocalSessions {
  const known = new Map<string, { readonly place: PresenceKey; tabs: number }>()
  return {
    enter(place) {
      const entry = known.get(toSessionKey(place)) ?? { place, tabs: 0 }
      known.set(toSessionKey(place), entry)
      entry.tabs += 1
      return entry.tabs === 1
    },
    leave(place) {
      const entry = known.get(toSessionKey(place))
      if (entry === undefined) return false
      entry.tabs -= 1
      if (entry.tabs > 0) return false
      known.delete(toSessionKey(place))
      return true
    },
    has: (place) => known.has(toSessionKey(place)),
    *all() {
      for (const { place } of known.values()) yield place
    },
  }
}

/** Places whose row may not be as it should be. Each stands in it once. */
export interface UnsavedSessions {
  add(place: PresenceKey): void
  /** Empties it. */
  takeAll(): PresenceKey[]
  readonly isEmpty: boolean
}

export function createUnsavedSessions(): UnsavedSessions {
  let waiting = new Map<string, PresenceKey>()
  return {
    add: (place) => void waiting.set(toSessionKey(place), place),
    takeAll() {
      const places = [...waiting.values()]
      waiting = new Map()
      return places
    },
    get isEmpty() {
      return waiting.size === 0
    },
  }
}
