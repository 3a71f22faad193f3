export interface HeldAnswersOptions {
  /** Characters of long answers that may wait to be sent, of all callers and of one. */
  readonly total: number
  readonly perCaller: number
  /** An answer that has been on its way for so long may be given up where others need the room. */
  readonly giveUpAfterMs: number
  readonly now?: () => number
}

/** Long answers that are being sent. They stay in memory for as long as their readers take to read them. */
export interface HeldAnswers {
  /** Null: there is no room. The result is called once the answer has been sent, or was given up. */
  hold(caller: string, characters: number, giveUp: () => void): (() => void) | null
}

interface HeldAnswer {
  readonly caller: string
  readonly characters: number
  readonly since: number
  giveUp(): void
}

/** Slow readers must not keep the others from large answers: where there is no room, the oldest one that is slow is given up. */
export function createHeldAnswers(options: HeldAnswersOptions): HeldAnswers {
  const { total, perCaller, giveUpAfterMs, now = () => performance.now() } = options
  const held = new Set<HeldAnswer>()
  const sumOf = (wanted: (one: HeldAnswer) => boolean): number =>
    [...held].reduce((sum, one) => (wanted(one) ? sum + one.characters : sum), 0)
  return {
    hold(caller, characters, giveUp) {
      if (sumOf((one) => one.caller === caller) + characters > perCaller) return null
      while (sumOf(() => true) + characters > total) {
        const [oldest] = held
        if (oldest === undefined || now() - oldest.since < giveUpAfterMs) return null
        held.delete(oldest)
        oldest.giveUp()
      }
      const one: HeldAnswer = { caller, characters, since: now(), giveUp }
      held.add(one)
      return () => void held.delete(one)
    },
  }
}
