import { useEffect } from 'react'
import { placeOf } from '../keys/key-place.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { announceCopy, copyOf, cutAway, pasteBelow } from './take-branches.ts'

/** Copy, cut and paste of the browser, while the canvas has the focus. */
export function useClipboard(bench: Workbench): void {
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      if (!isOurs(event) || hasSelectedText()) return
      const isCut = event.type === 'cut'
      const copied = isCut && !bench.board.canEdit.get() ? null : copyOf(bench, null)
      if (copied === null) return
      event.clipboardData?.setData('text/plain', copied.carried.text)
      event.clipboardData?.setData('text/html', copied.carried.html)
      event.preventDefault()
      if (isCut) cutAway(bench, copied)
      else announceCopy(bench, copied)
    }
    const paste = (event: ClipboardEvent) => {
      if (!isOurs(event)) return
      event.preventDefault()
      const [text, html] = ['text/plain', 'text/html'].map((type) => event.clipboardData?.getData(type) ?? '')
      void pasteBelow(bench, bench.selection.get().current, { text: text ?? '', html: html ?? '' })
    }
    document.addEventListener('copy', copy)
    document.addEventListener('cut', copy)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', copy)
      document.removeEventListener('paste', paste)
    }
  }, [bench])
}

function isOurs(event: ClipboardEvent): boolean {
  if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return false
  return [event.target, document.activeElement].map(placeOf).every(({ kind }) => kind === 'node' || kind === 'ground')
}

// Words that the person has marked on the page, say in a description, are what they mean.
const hasSelectedText = (): boolean => (window.getSelection()?.toString() ?? '') !== ''
