/** Does it once the next frame is painted; in a page that nobody sees, which paints none, soon. */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === 'hidden') window.setTimeout(work)
  else requestAnimationFrame(() => window.setTimeout(work))
}
