import type { Place } from '../../database/presence.ts'

/** Who is in which project on this server: each once, with as many tabs as there are. */
export interface Places {
  /** True where this is the first tab. */
  enter(place: Place): boolean
  /** True where this was the last tab. */
  leave(place: Place): boolean
  has(place: Place): boolean
  all(): Iterable<Place>
}

const keyOf = ({ projectId, sessionId }: Place): string => `${projectId} ${sessionId}`

export function createPlaces(): Places {
  const known = new Map<string, { readonly place: Place; tabs: number }>()
  return {
    enter(place) {
      const entry = known.get(keyOf(place)) ?? { place, tabs: 0 }
      known.set(keyOf(place), entry)
      entry.tabs += 1
      return entry.tabs === 1
    },
    leave(place) {
      const entry = known.get(keyOf(place))
      if (entry === undefined) return false
      entry.tabs -= 1
      if (entry.tabs > 0) return false
      known.delete(keyOf(place))
      return true
    },
    has: (place) => known.has(keyOf(place)),
    *all() {
      for (const { place } of known.values()) yield place
    },
  }
}

/** Places whose row may not be as it should be. Each stands in it once. */
export interface Unwritten {
  add(place: Place): void
  /** Empties it. */
  take(): Place[]
  readonly isEmpty: boolean
}

export function createUnwritten(): Unwritten {
  let waiting = new Map<string, Place>()
  return {
    add: (place) => void waiting.set(keyOf(place), place),
    take() {
      const places = [...waiting.values()]
      waiting = new Map()
      return places
    },
    get isEmpty() {
      return waiting.size === 0
    },
  }
}
