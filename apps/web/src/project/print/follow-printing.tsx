import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { PrintDocument } from './PrintDocument.tsx'
import styles from './Print.module.css'

/**
 * While the browser prints, the page has the whole plan as a plain document in the place of the screen, which draws only
 * the rows in view. Stops when the returned function is called.
 */
export function followPrinting(workspace: ProjectWorkspace): () => void {
  let remove: (() => void) | null = null
  let isPrinting = false
  const show = (): void => {
    remove ??= showPrintDocument(workspace)
  }
  const hide = (): void => {
    remove?.()
    remove = null
  }
  const begin = () => {
    isPrinting = true
    show()
  }
  const end = () => {
    isPrinting = false
    hide()
  }
  const media = window.matchMedia?.('print')
  const changed = () => {
    // The preview of a browser may change the medium several times before it is closed.
    if (media?.matches === true) show()
    else if (!isPrinting) hide()
  }
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  media?.addEventListener?.('change', changed)
  if (media?.matches === true) show()
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
    media?.removeEventListener?.('change', changed)
    hide()
  }
}

function showPrintDocument(workspace: ProjectWorkspace): () => void {
  const place = document.createElement('div')
  place.className = styles.place ?? ''
  place.dataset['print'] = ''
  document.body.append(place)
  document.documentElement.dataset['printing'] = workspace.view.get()
  const root = createRoot(place)
  // The browser takes its picture as soon as its listeners return.
  flushSync(() => root.render(<PrintDocument workspace={workspace} />))
  return () => {
    root.unmount()
    place.remove()
    delete document.documentElement.dataset['printing']
  }
}
