/** The one place that asks what time it is. */
export const clock = {
  now: (): number => Date.now(),
}

/**
 * Does it once the next frame is on the screen; in a page that nobody sees, which paints none, soon. The callbacks of a frame
 * come before its painting, and work that follows them at once would stand in its way: so it is the frame after that tells.
 */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === 'hidden') window.setTimeout(work)
  else requestAnimationFrame(() => requestAnimationFrame(() => window.setTimeout(work)))
}

/** Does it as soon as the page has nothing more urgent to do, and in half a second at the latest. */
export function whenIdle(work: () => unknown): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 500 })
  else window.setTimeout(work, 50)
}
