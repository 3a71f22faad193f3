import {
  defaultRangeExtractor,
  elementScroll,
  measureElement,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core'
import { type RefObject, useLayoutEffect, useReducer, useState } from 'react'
import type { OutlineController } from './outline-controller.ts'

/** The height of a row with a title of one line; rows with more are measured. */
const rowPx = 34
/** A fast scroll finds its rows drawn. */
const overscan = 8
/** A view that has no size yet is drawn as if it had a window's. */
const assumedPx = { width: 800, height: 700 }

/** The controls in the corner of the screen must not cover the row that a person goes to. */
const controlsPx = 72

type RowVirtualizer = Virtualizer<HTMLElement, HTMLElement>

export interface RowWindow {
  readonly items: readonly VirtualItem[]
  readonly heightPx: number
  readonly measure: (element: HTMLElement | null) => void
}

/** Returns the rows near the viewport, and those that have the focus or the caret. */
export function useRowWindow(
  outline: OutlineController,
  scroller: RefObject<HTMLElement | null>,
  pinned: readonly number[],
): RowWindow {
  const [, show] = useReducer((times: number) => times + 1, 0)
  const { rows } = outline
  const options = (): VirtualizerOptions<HTMLElement, HTMLElement> => ({
    count: rows.length,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: () => rowPx,
    overscan,
    scrollPaddingEnd: controlsPx,
    rangeExtractor(range) {
      const near = defaultRangeExtractor(range)
      const apart = pinned.filter((index) => index >= 0 && index < range.count && !near.includes(index))
      return apart.length === 0 ? near : [...new Set([...near, ...apart])].sort((one, other) => one - other)
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
  useLayoutEffect(
    () =>
      outline.connect((index, isCentred) => virtualizer.scrollToIndex(index, { align: isCentred ? 'center' : 'auto' })),
    [outline, virtualizer],
  )
  return {
    items: virtualizer.getVirtualItems(),
    heightPx: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
  }
}
