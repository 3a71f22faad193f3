import {
  defaultRangeExtractor,
  observeWindowOffset,
  observeWindowRect,
  type Range,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core'
import { type RefObject, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { ListedProject } from '../../api/projects.ts'

const narrowScreen = '(max-width: 40rem)'
/** The row heights of the stylesheet in rem: a table row, and a card on a narrow screen. */
const rowHeightsRem = { wide: 3.5, narrow: 6.25 }
const defaultFontPx = 16

const matchNarrowScreen = (): MediaQueryList | null =>
  typeof window.matchMedia === 'function' ? window.matchMedia(narrowScreen) : null

function subscribeToResize(listener: () => void): () => void {
  const query = matchNarrowScreen()
  query?.addEventListener('change', listener)
  window.addEventListener('resize', listener)
  return () => {
    query?.removeEventListener('change', listener)
    window.removeEventListener('resize', listener)
  }
}

function measureRowHeight(): number {
  const font = Number.parseFloat(window.getComputedStyle(document.documentElement).fontSize)
  const rem = Number.isFinite(font) && font > 0 ? font : defaultFontPx
  return rem * (matchNarrowScreen()?.matches ? rowHeightsRem.narrow : rowHeightsRem.wide)
}

/** All rows have the same height in pixels, so that none has to be measured. */
const useRowHeight = (): number => useSyncExternalStore(subscribeToResize, measureRowHeight)

/** The contents of the table body from top to bottom. */
type RowOrSpacer =
  | { readonly kind: 'row'; readonly project: ListedProject; readonly place: number }
  /** A spacer for rows that are not in the document. */
  | { readonly kind: 'gap'; readonly before: number; readonly height: number }

/** The number of rows rendered beyond either edge of the window, so that a fast scroll finds its rows drawn. */
const overscan = 10

/** Returns the rows near the viewport and the focused one, which would lose the focus if it were removed. */
export function useVirtualRows(
  body: RefObject<HTMLElement | null>,
  projects: readonly ListedProject[],
): readonly RowOrSpacer[] {
  const height = useRowHeight()
  const scrollMargin = useDistanceFromTop(body)
  const focused = useFocusedRow(body)
  useRestoreFocus(body, projects, focused)
  const rowIndexes = useVirtualPlaces({ count: projects.length, height, scrollMargin, focused })
  return addSpacers(rowIndexes, projects, height)
}

interface VirtualList {
  readonly count: number
  readonly height: number
  /** From the top of the page to the first row. */
  readonly scrollMargin: number
  readonly focused: number | null
}

function toOptions(
  { count, height, scrollMargin, focused }: VirtualList,
  onChange: (virtualizer: Virtualizer<Window, Element>) => void,
): VirtualizerOptions<Window, Element> {
  return {
    count,
    estimateSize: () => height,
    scrollMargin,
    overscan,
    rangeExtractor: (range) => addFocused(range, focused),
    getScrollElement: () => window,
    initialOffset: () => window.scrollY,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    // The browser scrolls; the list only follows.
    scrollToFn: () => undefined,
    onChange,
  }
}

function addFocused(range: Range, focused: number | null): number[] {
  const near = defaultRangeExtractor(range)
  const isApart = focused !== null && focused < range.count && !near.includes(focused)
  return isApart ? [...near, focused].sort((one, other) => one - other) : near
}

/**
 * Returns the indexes of the drawn rows. The library's own hook returns an object that changes in place, which React
 * may memoize wrongly, so its answer is kept as state here.
 */
function useVirtualPlaces({ count, height, scrollMargin, focused }: VirtualList): readonly number[] {
  const [places, setPlaces] = useState<readonly number[]>([])
  const [virtualizer] = useState(
    () => new Virtualizer(toOptions({ count, height, scrollMargin, focused }, () => undefined)),
  )
  // The library's bindings for every framework call these when a component appears and after each of its updates.
  const { _didMount: connect, _willUpdate: followWindow } = virtualizer
  useLayoutEffect(() => connect(), [connect])
  useLayoutEffect(() => {
    const show = () => setPlaces(virtualizer.getVirtualIndexes())
    virtualizer.setOptions(toOptions({ count, height, scrollMargin, focused }, show))
    virtualizer.measure()
    followWindow()
    show()
  }, [virtualizer, followWindow, count, height, scrollMargin, focused])
  return places
}

/** Table rows cannot be positioned, so empty rows take the space of the rows that are left out. */
function addSpacers(
  places: readonly number[],
  projects: readonly ListedProject[],
  rowHeight: number,
): readonly RowOrSpacer[] {
  const pieces: RowOrSpacer[] = []
  let next = 0
  const skipTo = (place: number) => {
    if (place > next) pieces.push({ kind: 'gap', before: place, height: (place - next) * rowHeight })
  }
  for (const place of places) {
    const project = projects[place]
    if (project === undefined) continue
    skipTo(place)
    pieces.push({ kind: 'row', project, place })
    next = place + 1
  }
  skipTo(projects.length)
  return pieces
}

/** Measures the distance again when the content above the table changes: notices, filters, a narrower window. */
function useDistanceFromTop(body: RefObject<HTMLElement | null>): number {
  const [distance, setDistance] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setDistance((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    measure()
    const observer = typeof ResizeObserver === 'function' ? new ResizeObserver(measure) : null
    observer?.observe(document.body)
    window.addEventListener('resize', measure)
    return () => {
      observer?.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [body])
  return distance
}

function useFocusedRow(body: RefObject<HTMLElement | null>): number | null {
  const [focused, setFocused] = useState<number | null>(null)
  useEffect(() => {
    const element = body.current
    const enter = ({ target }: FocusEvent) => setFocused(target instanceof Element ? readRowIndex(target) : null)
    const leave = () => setFocused(null)
    element?.addEventListener('focusin', enter)
    element?.addEventListener('focusout', leave)
    return () => {
      element?.removeEventListener('focusin', enter)
      element?.removeEventListener('focusout', leave)
    }
  }, [body])
  return focused
}

/** The header is the first row of the table. */
function readRowIndex(target: Element): number | null {
  const index = Number(target.closest('tr')?.getAttribute('aria-rowindex'))
  return Number.isInteger(index) && index >= 2 ? index - 2 : null
}

// Moves the focus to the next row when a focused project is deleted or archived, and to the page after the last one.
function useRestoreFocus(
  body: RefObject<HTMLElement | null>,
  projects: readonly ListedProject[],
  focused: number | null,
): void {
  useEffect(() => {
    if (focused === null || document.activeElement !== document.body) return
    const rowIndex = Math.min(focused, projects.length - 1)
    body.current?.querySelector<HTMLElement>(`tr[aria-rowindex="${rowIndex + 2}"] a`)?.focus({ preventScroll: true })
  }, [body, projects, focused])
  useLayoutEffect(() => {
    const element = body.current
    return () => {
      if (element?.contains(document.activeElement) === true)
        document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [body])
}
