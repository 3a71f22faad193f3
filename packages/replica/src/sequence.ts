/** Puts a project's changes in the order of their numbers: what comes too early waits. */
export interface Sequence<Event> {
  /** Everything up to here has arrived. */
  readonly seq: number
  /** Something waits for what has not arrived. */
  readonly hasGap: boolean
  /** Answers what can be taken in now, in order. */
  arrived(seq: number, event: Event): readonly Event[]
  /** Everything up to there is known by another way. Answers what waited only for that. */
  caughtUp(seq: number): readonly Event[]
  /** Nothing after this is known. */
  restart(seq: number): void
}

export function createSequence<Event>(start: number): Sequence<Event> {
  let last = start
  const early = new Map<number, Event>()
  function ready(): readonly Event[] {
    const events: Event[] = []
    for (let event = early.get(last + 1); event !== undefined; event = early.get(last + 1)) {
      last += 1
      early.delete(last)
      events.push(event)
    }
    return events
  }
  return {
    get seq() {
      return last
    },
    get hasGap() {
      return early.size > 0
    },
    arrived(seq, event) {
      if (seq <= last) return []
      early.set(seq, event)
      return ready()
    },
    caughtUp(seq) {
      last = Math.max(last, seq)
      for (const one of early.keys()) if (one <= last) early.delete(one)
      return ready()
    },
    restart(seq) {
      last = seq
      early.clear()
    },
  }
}
