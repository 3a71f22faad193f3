import { createListeners } from './cell.ts'

let productName = ''

/** Sets the name that ends every page's title. */
export function setProductName(name: string): void {
  productName = name
}

export function setDocumentTitle(title: string): void {
  document.title = `${title} - ${productName}`
}

const errorListeners = createListeners<unknown>()

/** Collects errors that were caught so that the page works, but that should still be reported. */
export const pageErrors = {
  listen: errorListeners.add,
  tell: errorListeners.notify,
}

/**
 * Calls back when the page is hidden or about to close. Chromium fires `pagehide` before `visibilitychange`, and unsent
 * edits are written at the first of them: so this listens to both, before other listeners.
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
