/**
 * Calls back when the page is hidden or about to go. Chromium fires `pagehide` before `visibilitychange`, and what is unsent is
 * written at the first of them: so this listens to each, and before everybody else.
 */
export function onPageLeave(save: () => void): () => void {
  const hidden = () => {
    if (document.visibilityState === 'hidden') save()
  }
  const first = { capture: true }
  window.addEventListener('beforeunload', save, first)
  window.addEventListener('pagehide', save, first)
  document.addEventListener('visibilitychange', hidden, first)
  return () => {
    window.removeEventListener('beforeunload', save, first)
    window.removeEventListener('pagehide', save, first)
    document.removeEventListener('visibilitychange', hidden, first)
  }
}
