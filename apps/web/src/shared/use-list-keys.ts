import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'

/** The attribute of an item that holds its id. */
type ItemAttribute = 'data-node-id' | 'data-notification-id'

/** The first link of an item is its title. */
const listLinks = (list: HTMLElement, attribute: ItemAttribute): readonly HTMLElement[] =>
  [...list.querySelectorAll(`[${attribute}]`)].flatMap((item) => item.querySelector('a') ?? [])

const findItemId = (element: HTMLElement, attribute: ItemAttribute): string | null =>
  element.closest(`[${attribute}]`)?.getAttribute(attribute) ?? null

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

interface ListKeys {
  readonly list: RefObject<HTMLUListElement | null>
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
  /** Moves the focus to an item once it is shown. */
  focusLater(id: string): void
}

interface ListKeyOptions<Item> {
  readonly attribute: ItemAttribute
  onSpace(item: Item): void
}

/**
 * Arrow keys move between the titles, and Space marks an item as done or read. Titles are links, so
 * that Enter opens them. The focus stays at its place when its item disappears.
 */
export function useListKeys<Item extends { readonly id: string }>(
  items: readonly Item[],
  { attribute, onSpace }: ListKeyOptions<Item>,
): ListKeys {
  const list = useRef<HTMLUListElement>(null)
  const focusedPlace = useRef<number | null>(null)
  const wantedId = useRef<string | null>(null)
  useKeysOutsideList(list, attribute)
  useLayoutEffect(() => {
    const element = list.current
    // Without items there is no list.
    if (items.length === 0 || element === null) {
      if (focusedPlace.current !== null && document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true })
      focusedPlace.current = null
      return
    }
    const links = listLinks(element, attribute)
    const wanted = links.find((link) => findItemId(link, attribute) === wantedId.current)
    if (wanted !== undefined) {
      wantedId.current = null
      wanted.focus()
    } else if (focusedPlace.current !== null && document.activeElement === document.body) {
      links[Math.min(focusedPlace.current, links.length - 1)]?.focus()
    }
  }, [items, attribute])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key } = event
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const id = findItemId(target, attribute)
    if (id === null || list.current === null) return
    const links = listLinks(list.current, attribute)
    const place = links.findIndex((link) => findItemId(link, attribute) === id)
    const next = findTarget(key, place, links.length)
    if (next !== null) {
      event.preventDefault()
      links[next]?.focus()
    } else if (key === ' ' && target.matches('a')) {
      event.preventDefault()
      const item = items.find((one) => one.id === id)
      // A key that is held down would mark everything.
      if (item !== undefined && !event.repeat) onSpace(item)
    }
  }
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const id = target instanceof HTMLElement ? findItemId(target, attribute) : null
      const element = list.current
      focusedPlace.current =
        id === null || element === null
          ? null
          : listLinks(element, attribute).findIndex((link) => findItemId(link, attribute) === id)
    }
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [attribute])
  const focusLater = useCallback((id: string) => {
    wantedId.current = id
  }, [])
  return { list, onKeyDown, focusLater }
}

/** After arriving at the page the first arrow key leads into the list. */
function useKeysOutsideList(list: RefObject<HTMLUListElement | null>, attribute: ItemAttribute): void {
  useEffect(() => {
    const enter = (event: globalThis.KeyboardEvent) => {
      const isOutside = document.activeElement === document.body || document.activeElement?.id === 'main'
      if (event.key !== 'ArrowDown' || !isOutside || event.defaultPrevented || list.current === null) return
      event.preventDefault()
      listLinks(list.current, attribute)[0]?.focus()
    }
    window.addEventListener('keydown', enter)
    return () => window.removeEventListener('keydown', enter)
  }, [list, attribute])
}
