/** Does it once the next frame is painted; in a page that nobody sees, which paints none, soon. */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === 'hidden') window.setTimeout(work)
  else requestAnimationFrame(() => window.setTimeout(work))
}

/** Does it as soon as the page has nothing more urgent to do, and in half a second at the latest. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 500 })
  else window.setTimeout(work, 50)
}
