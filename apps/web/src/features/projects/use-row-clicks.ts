import { type RefObject, useEffect, useRef } from 'react'

/** Links, buttons and the action menu answer their own clicks. */
const clickableParts = 'a, button, [role="menu"], [data-column="actions"]'

/** A click anywhere else on a row opens its project. By keyboard the name is a link. */
export function useRowClicks(body: RefObject<HTMLElement | null>, onOpen: (id: string) => void): void {
  const latest = useRef(onOpen)
  useEffect(() => {
    latest.current = onOpen
  }, [onOpen])
  useEffect(() => {
    const element = body.current
    const open = (event: MouseEvent) => {
      const { target } = event
      if (!(target instanceof Element) || target.closest(clickableParts) !== null || event.defaultPrevented) return
      // Whoever marks a word to copy it does not want to go anywhere.
      if (window.getSelection()?.isCollapsed === false) return
      const id = target.closest<HTMLElement>('tr[data-project-id]')?.dataset['projectId']
      if (id !== undefined) latest.current(id)
    }
    element?.addEventListener('click', open)
    return () => element?.removeEventListener('click', open)
  }, [body])
}
