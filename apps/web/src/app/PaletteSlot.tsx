import { useEffect } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useCell } from '../platform/cell.ts'
import { isPaletteOpen } from '../shared/palette.ts'
import { closeAndReopenCell, LazyBoundary, preloadableComponent } from '../ui/lazy-component.tsx'
import { openDialogs } from '../ui/open-dialogs.ts'

const Palette = preloadableComponent(async () => (await import('./palette/Palette.tsx')).Palette)

/** The dialog is gone when this returns: it gives the focus back, and what was chosen may move it afterwards. */
const closePalette = (): void => flushSync(() => isPaletteOpen.set(false))

/** Ctrl+K opens the palette wherever the focus is, but not over a dialog, and not if an editor uses the key itself. */
function openByKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event
  if (defaultPrevented || ctrlKey === metaKey || altKey || shiftKey || key.toLowerCase() !== 'k') return
  event.preventDefault()
  if (openDialogs.top() === null) isPaletteOpen.set(true)
}

/** The palette of commands of every page with a top bar; it is loaded when it is first opened, or when the page is idle. */
export function PaletteSlot() {
  const isOpen = useCell(isPaletteOpen)
  useEffect(() => {
    document.addEventListener('keydown', openByKey)
    return () => {
      document.removeEventListener('keydown', openByKey)
      isPaletteOpen.set(false)
    }
  }, [])
  if (!isOpen) return null
  return createPortal(
    <LazyBoundary onFailed={closeAndReopenCell(isPaletteOpen, false)}>
      <Palette onClose={closePalette} />
    </LazyBoundary>,
    document.body,
  )
}
