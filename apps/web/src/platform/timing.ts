/** The only source of the current time. */
export const clock = {
  now: (): number => Date.now(),
}

/**
 * Runs the work once the next frame is on the screen, or soon in a hidden page, which paints none. The callbacks of a
 * frame run before it is painted, and work right after them would delay it: so this waits for the frame after.
 */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === 'hidden') window.setTimeout(work)
  else requestAnimationFrame(() => requestAnimationFrame(() => window.setTimeout(work)))
}

/** Runs the work as soon as the page is idle, and within half a second at the latest. */
export function whenIdle(work: () => unknown): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 500 })
  else window.setTimeout(work, 50)
}

/** Tells whether nothing should move by itself; true also when it is not known. */
export const isMotionReduced = (): boolean => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches !== false
