import type { Page } from 'playwright-core'
import type { Frames, Probe, WheelStep } from '../canvas/probe.ts'

/** One thing that is pressed, and how its visible part is recognized. */
export interface Switch {
  /** Selects the tab or button to press. */
  readonly press: string
  /** Selects something that exists once the visible part is there. */
  readonly ready: string
}

/** Longer than this nobody waits, and the bench does not either. */
const longestMs = 60_000

/**
 * Presses something and returns the milliseconds until its visible part was painted. It looks in a task after each
 * frame, so the frame in which it appeared is painted by then. Infinity: it took longer than a minute.
 */
export async function measureSwitch(page: Page, { press, ready }: Switch): Promise<number> {
  const measured = page.evaluate(
    async ([pressed, awaited]) => {
      const before = performance.now()
      document.querySelector<HTMLElement>(pressed)?.click()
      do await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
      while (document.querySelector(awaited) === null)
      return performance.now() - before
    },
    [press, ready] as const,
  )
  // A page that is closed meanwhile rejects it when nobody waits any more.
  measured.catch(() => undefined)
  return Promise.race([measured, new Promise<number>((resolve) => setTimeout(resolve, longestMs, Infinity))])
}

const stepPx = 120
const stepsEachWay = 90
const allowedMs = 30_000
const turns = (dy: number): readonly WheelStep[] => Array.from({ length: stepsEachWay }, () => ({ dx: 0, dy }))

/** Scrolls down and up again with the wheel, one step a frame, and returns the times between frames. */
export const measureScroll = (probe: Probe): Promise<Frames> =>
  probe.frames([turns(stepPx), turns(-stepPx)], allowedMs, () => Promise.resolve())
