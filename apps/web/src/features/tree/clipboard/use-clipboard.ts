import { useEffect } from 'react'
import { findKeyTarget } from '../keys/key-place.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import { announceCopied, copySelectedNodes, deleteCutNodes, pasteUnderNode } from './take-branches.ts'

/** Copy, cut and paste of the browser, while the canvas has the focus. */
export function useClipboard(workspace: ProjectWorkspace): void {
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      if (!isCanvasClipboardEvent(event) || hasSelectedText()) return
      const isCut = event.type === 'cut'
      const copied = isCut && !workspace.board.canEdit.get() ? null : copySelectedNodes(workspace, null)
      if (copied === null) return
      event.clipboardData?.setData('text/plain', copied.payload.text)
      event.clipboardData?.setData('text/html', copied.payload.html)
      event.preventDefault()
      if (isCut) deleteCutNodes(workspace, copied)
      else announceCopied(workspace, copied)
    }
    const paste = (event: ClipboardEvent) => {
      if (!isCanvasClipboardEvent(event)) return
      event.preventDefault()
      const [text, html] = ['text/plain', 'text/html'].map((type) => event.clipboardData?.getData(type) ?? '')
      void pasteUnderNode(workspace, workspace.selection.get().current, { text: text ?? '', html: html ?? '' })
    }
    document.addEventListener('copy', copy)
    document.addEventListener('cut', copy)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', copy)
      document.removeEventListener('paste', paste)
    }
  }, [workspace])
}

function isCanvasClipboardEvent(event: ClipboardEvent): boolean {
  if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return false
  return [event.target, document.activeElement].map(findKeyTarget).every(({ kind }) => kind === 'node' || kind === 'ground')
}

// Words that the person has marked on the page, say in a description, are what they mean.
const hasSelectedText = (): boolean => (window.getSelection()?.toString() ?? '') !== ''
