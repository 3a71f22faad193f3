import { type RefObject, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { ListedProject } from '../../api/projects.ts'

const narrowScreen = '(max-width: 40rem)'
/** As the stylesheet has them, in rem: a row of the table, and one that is a small card. */
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

/** All rows are equally high, so that none has to be measured. In pixels. */
const useRowHeight = (): number => useSyncExternalStore(subscribeToResize, measureRowHeight)

/** What the body of the table is made of, from top to bottom. */
type RowOrSpacer =
  | { readonly kind: 'row'; readonly project: ListedProject; readonly place: number }
  /** Stands for rows that are not in the document. */
  | { readonly kind: 'gap'; readonly before: number; readonly height: number }

function buildVirtualRows(
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

/** Rows enter and leave by so many at a time: between two blocks, scrolling runs no React code. */
const blockRows = 10

interface BlockRange {
  readonly first: number
  readonly last: number
}

/** The rows near the viewport, and the one that has the focus: taken out of the document it would lose it. */
export function useVirtualRows(
  body: RefObject<HTMLElement | null>,
  projects: readonly ListedProject[],
): readonly RowOrSpacer[] {
  const height = useRowHeight()
  const { first, last } = useVisibleBlocks(body, height)
  const focused = useFocusedRow(body)
  useRestoreFocus(body, projects, focused)
  const end = Math.min(projects.length, (last + 1) * blockRows)
  // A list that has become shorter may end above where the page was scrolled to.
  const start = Math.min(first * blockRows, Math.max(0, end - blockRows))
  const near = Array.from({ length: Math.max(0, end - start) }, (_, row) => start + row)
  const isApart = focused !== null && focused < projects.length && !near.includes(focused)
  const places = isApart ? [...near, focused].sort((one, other) => one - other) : near
  return buildVirtualRows(places, projects, height)
}

function useVisibleBlocks(body: RefObject<HTMLElement | null>, height: number): BlockRange {
  const [blocks, setBlocks] = useState<BlockRange>(() => findVisibleBlocks(0, height))
  useLayoutEffect(() => {
    const look = () => {
      const next = findVisibleBlocks(-(body.current?.getBoundingClientRect().top ?? 0), height)
      setBlocks((before) => (before.first === next.first && before.last === next.last ? before : next))
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [body, height])
  return blocks
}

/** One block more on either side, so that a flick of the wheel finds its rows drawn. */
function findVisibleBlocks(scrolled: number, rowHeight: number): BlockRange {
  const blockOf = (offset: number) => Math.floor(offset / (rowHeight * blockRows))
  return { first: Math.max(0, blockOf(scrolled) - 1), last: Math.max(0, blockOf(scrolled + window.innerHeight) + 1) }
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

// A project that was deleted or archived takes the focus with it; the next one in its place gets it.
function useRestoreFocus(
  body: RefObject<HTMLElement | null>,
  projects: readonly ListedProject[],
  focused: number | null,
): void {
  useEffect(() => {
    if (focused === null || document.activeElement !== document.body) return
    const place = Math.min(focused, projects.length - 1)
    body.current?.querySelector<HTMLElement>(`tr[aria-rowindex="${place + 2}"] a`)?.focus({ preventScroll: true })
  }, [body, projects, focused])
}
