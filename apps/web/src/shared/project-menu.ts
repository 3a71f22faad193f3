import { useEffect } from 'react'
import { createCell, useCell } from '../platform/cell.ts'

/**
 * True while a phone shows what has no room in the row of the top bar. The top bar and the tools of the project each
 * show their own part of it, so neither of them can hold this state.
 */
export const isProjectMenuOpen = createCell(false)

/** The parts of the menu carry this attribute. */
const partSelector = '[data-project-menu]'
/** A press on these leads somewhere else. Options that can be switched on and off leave the menu open. */
const leadingSelector = 'a, button:not([aria-haspopup], [aria-disabled]), [role="menuitem"], [role="menuitemradio"]'

const isInside = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null

/** Closes the menu on Esc, on a press outside and after a choice. `opener` gets the focus back. */
export function useProjectMenuClosing(opener: { readonly current: HTMLElement | null }): void {
  const isOpen = useCell(isProjectMenuOpen)
  useEffect(() => {
    if (!isOpen) return undefined
    const close = () => isProjectMenuOpen.set(false)
    const listeners = new AbortController()
    const { signal } = listeners
    document.addEventListener(
      'pointerdown',
      ({ target }) => {
        const isOwn = isInside(target, `${partSelector}, [role="menu"], dialog`)
        if (!isOwn && opener.current?.contains(target as Node | null) !== true) close()
      },
      { signal },
    )
    document.addEventListener(
      'click',
      ({ target }) => {
        if (isInside(target, partSelector) && isInside(target, leadingSelector)) close()
      },
      // Before the entry of a list handles the press and is removed from the document.
      { signal, capture: true },
    )
    document.addEventListener(
      'submit',
      ({ target }) => {
        if (isInside(target, partSelector)) close()
      },
      { signal },
    )
    document.addEventListener(
      'keydown',
      (event) => {
        // An open list or dialog closes first and marks the key as used.
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        close()
        opener.current?.focus()
      },
      { signal },
    )
    return () => listeners.abort()
  }, [isOpen, opener])
  // The next project opens with the menu closed.
  useEffect(() => () => isProjectMenuOpen.set(false), [])
}
