import { whenIdle } from './timing.ts'

/** The last two bring a file, which the page is about to read. */
const inputEvents = ['wheel', 'pointermove', 'pointerdown', 'keydown', 'touchmove', 'change', 'drop']
/** A person who pans or zooms in several strokes pauses for less between them. */
const quietMs = 1_000

interface InputWatch {
  /**
   * Resolves when the page is idle and the person has paused, or after the longest wait: other work in the middle of a
   * drag would be felt.
   */
  waitForPause(longestMs?: number): Promise<void>
  /** Counts this moment as input. */
  restart(): void
  stop(): void
}

/**
 * Watches whether the person does something. A page that has just opened is about to be used, because people begin by
 * panning to where they want to work; so the start counts as input.
 */
export function watchInput(): InputWatch {
  let lastInputAt = performance.now()
  const noteInput = () => void (lastInputAt = performance.now())
  for (const name of inputEvents) window.addEventListener(name, noteInput, { capture: true, passive: true })
  return {
    async waitForPause(longestMs = Number.POSITIVE_INFINITY) {
      const givenUpAt = performance.now() + longestMs
      const countMsLeft = () => Math.min(lastInputAt + quietMs, givenUpAt) - performance.now()
      do {
        for (let leftMs = countMsLeft(); leftMs > 0; leftMs = countMsLeft()) await wait(leftMs)
        await new Promise<void>((resolve) => whenIdle(resolve))
      } while (countMsLeft() > 0)
    },
    restart: noteInput,
    stop() {
      for (const name of inputEvents) window.removeEventListener(name, noteInput, { capture: true })
    },
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
