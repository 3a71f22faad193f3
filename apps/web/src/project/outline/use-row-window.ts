import {
  elementScroll,
  measureElement,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useReducer, useState } from 'react'
import { afterPaint } from '../../platform/timing.ts'
import { RowPace } from './row-pace.ts'

/** The height of a row with a title of one line; rows with more are measured. */
const lineRowPx = 34
/** A fast scroll finds its rows drawn. */
const fastScrollRows = 8
/** A view that has no size yet is drawn as if it had a window's. */
const assumedPx = { width: 800, height: 700 }

/** The controls in the corner of the screen must not cover the row that a person goes to. */
export const controlsPx = 72

type RowVirtualizer = Virtualizer<HTMLElement, HTMLElement>

/** Rows that are listed one below the other. */
interface RowList {
  readonly rows: readonly { readonly key: string }[]
  /** Lets the shown rows be scrolled until the returned function is called. */
  connect(scrollTo: (index: number, isCentred: boolean) => void): () => void
}

interface RowSizes {
  /** The height of a row that is not measured. */
  readonly rowPx?: number
  /** Rows beyond the viewport that are drawn too. */
  readonly overscan?: number
  /** The part of the viewport's end that is covered. */
  readonly coveredPx?: number
}

export interface RowWindow {
  readonly items: readonly VirtualItem[]
  readonly heightPx: number
  readonly measure: (element: HTMLElement | null) => void
  /** Tells whether a row came in a fast scroll: its details are drawn a moment later. */
  readonly isSketched: (key: string) => boolean
}

/** Returns the rows near the viewport, and those that have the focus or the caret. */
export function useRowWindow(
  list: RowList,
  scroller: RefObject<HTMLElement | null>,
  pinned: readonly number[],
  { rowPx = lineRowPx, overscan = fastScrollRows, coveredPx = controlsPx }: RowSizes = {},
): RowWindow {
  // The rows that can be seen are painted first.
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  const [, show] = useReducer((times: number) => times + 1, 0)
  const [pace] = useState(() => new RowPace(show))
  const { rows } = list
  // The places of all rows are computed again for another function, so it stays the same while the rows do.
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows])
  const options = (): VirtualizerOptions<HTMLElement, HTMLElement> => ({
    count: rows.length,
    getItemKey,
    estimateSize: () => rowPx,
    overscan: isPainted ? overscan : 0,
    scrollPaddingEnd: coveredPx,
    rangeExtractor(range) {
      const { first, last } = pace.findNext(range)
      const near = Array.from({ length: last - first + 1 }, (_none, index) => first + index)
      const outside = pinned.filter((index) => index >= 0 && index < range.count && !near.includes(index))
      return outside.length === 0 ? near : [...new Set([...near, ...outside])].sort((one, other) => one - other)
    },
    getScrollElement: () => scroller.current,
    observeElementRect: (instance, report) =>
      observeElementRect(instance, ({ width, height }) =>
        report({ width: width || assumedPx.width, height: height || assumedPx.height }),
      ),
    initialRect: assumedPx,
    observeElementOffset,
    scrollToFn: elementScroll,
    measureElement: (element, entry, instance) => measureElement(element, entry, instance) || rowPx,
    onChange: show,
  })
  const [virtualizer] = useState<RowVirtualizer>(() => new Virtualizer(options()))
  virtualizer.setOptions(options())
  const { _didMount: connect, _willUpdate: follow } = virtualizer
  useLayoutEffect(() => connect(), [connect])
  useLayoutEffect(() => follow())
  // The part that scrolls is around the rows, so at their first layout effect there is no reference to it yet.
  useEffect(() => follow(), [follow])
  useLayoutEffect(
    () =>
      list.connect((index, isCentred) => virtualizer.scrollToIndex(index, { align: isCentred ? 'center' : 'auto' })),
    [list, virtualizer],
  )
  const items = virtualizer.getVirtualItems()
  useLayoutEffect(() => {
    const { range, options: drawnWith } = virtualizer
    if (range !== null) pace.remember({ ...range, ...drawnWith }, new Set(items.map(({ key }) => String(key))))
  })
  useEffect(() => () => pace.stop(), [pace])
  return {
    items,
    heightPx: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    isSketched: pace.isSketched,
  }
}
