import Menu from 'lucide-react/icons/menu'
import { useEffect, useRef } from 'react'
import { unreadCount } from '../api/unread-count.ts'
import { useCell } from '../platform/cell.ts'
import { isProjectMenuOpen } from '../shared/project-menu.ts'
import { topBarTexts } from '../texts/top-bar.ts'
import styles from './TopBar.module.css'

/** Opens what has no room in the row of a phone. */
export function ProjectMenuButton() {
  const isOpen = useCell(isProjectMenuOpen)
  const count = useCell(unreadCount)
  const button = useRef<HTMLButtonElement>(null)
  useProjectMenuClosing(button)
  return (
    <button
      ref={button}
      type="button"
      className={styles.more}
      aria-label={topBarTexts.more}
      // The button of the inbox is inside.
      data-count={count > 0 ? count : undefined}
      aria-expanded={isOpen}
      onClick={() => isProjectMenuOpen.set(!isOpen)}
    >
      <Menu size={20} aria-hidden="true" />
    </button>
  )
}

/** The parts of the menu carry this attribute. */
const partSelector = '[data-project-menu]'
/** A press on these leads somewhere else. Options that can be switched on and off leave the menu open. */
const leadingSelector = 'a, button:not([aria-haspopup], [aria-disabled]), [role="menuitem"], [role="menuitemradio"]'

const isInside = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null

/** Closes the menu on Esc, on a press outside and after a choice. `opener` gets the focus back. */
function useProjectMenuClosing(opener: { readonly current: HTMLElement | null }): void {
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
