/** Which of a project's changes have arrived. */
export interface Sequence {
  /** Everything up to here has. */
  readonly seq: number
  /** Something after it has arrived, and something before that has not. */
  readonly hasGap: boolean
  arrived(seq: number): void
  /** Everything up to there is known by another way. */
  caughtUp(seq: number): void
  /** Nothing after this counts as known. */
  restart(seq: number): void
}

export function createSequence(start: number): Sequence {
  let last = start
  const ahead = new Set<number>()
  const close = (): void => {
    while (ahead.delete(last + 1)) last += 1
  }
  return {
    get seq() {
      return last
    },
    get hasGap() {
      return ahead.size > 0
    },
    arrived(seq) {
      if (seq <= last) return
      ahead.add(seq)
      close()
    },
    caughtUp(seq) {
      last = Math.max(last, seq)
      for (const one of ahead) if (one <= last) ahead.delete(one)
      close()
    },
    restart(seq) {
      last = seq
      ahead.clear()
    },
  }
}
