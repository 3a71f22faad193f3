import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { WorkItem } from '../../api/my-work.ts'

const linkSelector = '[data-node-id] a'
const listLinks = (list: HTMLElement): readonly HTMLElement[] => [...list.querySelectorAll<HTMLElement>(linkSelector)]

/** Returns the place that an arrow key leads to; null for other keys. */
function findTarget(key: string, place: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(place + 1, count - 1)
    case 'ArrowUp':
      return Math.max(place - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

interface WorkKeys {
  readonly list: RefObject<HTMLUListElement | null>
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
  /** Moves the focus to an item once it is shown. */
  focusLater(id: string): void
}

/**
 * Arrow keys move between the titles, and Space marks as done. Titles are links, so that Enter opens them. The focus
 * stays at its place when its item disappears.
 */
export function useWorkKeys(items: readonly WorkItem[], markDone: (item: WorkItem) => void): WorkKeys {
  const list = useRef<HTMLUListElement>(null)
  const focusedPlace = useRef<number | null>(null)
  const wantedId = useRef<string | null>(null)
  useKeysOutsideList(list)
  useLayoutEffect(() => {
    const element = list.current
    // Without items there is no list.
    if (items.length === 0 || element === null) {
      if (focusedPlace.current !== null && document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true })
      focusedPlace.current = null
      return
    }
    const links = listLinks(element)
    const wanted = links.find((link) => findItemId(link) === wantedId.current)
    if (wanted !== undefined) {
      wantedId.current = null
      wanted.focus()
    } else if (focusedPlace.current !== null && document.activeElement === document.body) {
      links[Math.min(focusedPlace.current, links.length - 1)]?.focus()
    }
  }, [items])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key } = event
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const id = findItemId(target)
    if (id === null || list.current === null) return
    const links = listLinks(list.current)
    const place = links.findIndex((link) => findItemId(link) === id)
    const next = findTarget(key, place, links.length)
    if (next !== null) {
      event.preventDefault()
      links[next]?.focus()
    } else if (key === ' ' && target.matches('a')) {
      event.preventDefault()
      const item = items.find((one) => one.id === id)
      // A key that is held down would mark everything as done.
      if (item !== undefined && !event.repeat) markDone(item)
    }
  }
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const id = target instanceof HTMLElement ? findItemId(target) : null
      const element = list.current
      focusedPlace.current =
        id === null || element === null ? null : listLinks(element).findIndex((link) => findItemId(link) === id)
    }
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [])
  const focusLater = useCallback((id: string) => {
    wantedId.current = id
  }, [])
  return { list, onKeyDown, focusLater }
}

const findItemId = (element: HTMLElement): string | null =>
  element.closest<HTMLElement>('[data-node-id]')?.dataset['nodeId'] ?? null

/** After arriving at the page the first arrow key leads into the list. */
function useKeysOutsideList(list: RefObject<HTMLUListElement | null>): void {
  useEffect(() => {
    const enter = (event: globalThis.KeyboardEvent) => {
      const isOutside = document.activeElement === document.body || document.activeElement?.id === 'main'
      if (event.key !== 'ArrowDown' || !isOutside || event.defaultPrevented || list.current === null) return
      event.preventDefault()
      listLinks(list.current)[0]?.focus()
    }
    window.addEventListener('keydown', enter)
    return () => window.removeEventListener('keydown', enter)
  }, [list])
}
