import { useCallback, useLayoutEffect, useState } from 'react'
import { createCell, useCell } from '../../platform/cell.ts'
import type { TimelineController, TimelineFrame } from './timeline-controller.ts'
import type { DayRange } from './time-scale.ts'

/** The part of the timeline that is in the document: somewhat more than can be seen. */
export interface TimeWindow {
  readonly firstRow: number
  readonly endRow: number
  readonly days: DayRange
}

/** The window moves in steps, so that most scrolling renders nothing. */
const rowStep = 6
const stepPx = 480
/** A view that has no size yet is drawn as if it had a window's. */
const assumedPx = { width: 800, height: 700 }

/** Returns the rows and days near what can be seen. */
export function findTimeWindow(
  scrolled: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
  { first, end, dayPx, rowPx }: Pick<TimelineFrame, 'first' | 'end' | 'dayPx' | 'rowPx'>,
): TimeWindow {
  const floorRow = (px: number) => Math.floor(px / rowPx / rowStep)
  const floorStep = (px: number) => Math.floor(px / stepPx)
  const [left, right] = [floorStep(scrolled.left) - 1, floorStep(scrolled.left + scrolled.width) + 2]
  return {
    firstRow: Math.max((floorRow(scrolled.top) - 1) * rowStep, 0),
    endRow: (floorRow(scrolled.top + scrolled.height) + 2) * rowStep,
    days: {
      first: Math.max(first + Math.floor((left * stepPx) / dayPx), first),
      end: Math.min(first + Math.ceil((right * stepPx) / dayPx), end),
    },
  }
}

const isSame = (one: TimeWindow, other: TimeWindow): boolean =>
  one.firstRow === other.firstRow &&
  one.endRow === other.endRow &&
  one.days.first === other.days.first &&
  one.days.end === other.days.end

const measure = (scroller: HTMLElement, frame: TimelineFrame): TimeWindow =>
  findTimeWindow(
    {
      left: scroller.scrollLeft,
      top: scroller.scrollTop,
      width: scroller.clientWidth || assumedPx.width,
      height: scroller.clientHeight || assumedPx.height,
    },
    frame,
  )

/** So long after its last step a scrolling rests. */
const restMs = 120

/** Says how far the bars are scrolled, to which the style sheet moves their labels. */
function noteScrolled(scroller: HTMLElement): void {
  const scrolled = `${scroller.scrollLeft}px`
  if (scroller.style.getPropertyValue('--scrolled') !== scrolled) scroller.style.setProperty('--scrolled', scrolled)
}

/** Follows the scrolled part, and keeps its place when the scale changes. */
export function useTimeWindow(timeline: TimelineController, scroller: HTMLElement, frame: TimelineFrame): TimeWindow {
  const [shown] = useState(() => createCell(measure(scroller, frame)))
  const { first, end, dayPx, titlePx, rowPx } = frame
  const update = useCallback(() => {
    const next = measure(scroller, { first, end, dayPx, titlePx, rowPx })
    if (!isSame(shown.get(), next)) shown.set(next)
  }, [shown, scroller, first, end, dayPx, titlePx, rowPx])
  useLayoutEffect(() => {
    timeline.attach(scroller, { first, end, dayPx, titlePx, rowPx })
    update()
    noteScrolled(scroller)
  }, [timeline, scroller, update, first, end, dayPx, titlePx, rowPx])
  useLayoutEffect(() => {
    let rest: ReturnType<typeof setTimeout> | undefined
    let drawing: ReturnType<typeof setTimeout> | undefined
    const follow = () => {
      timeline.noteScroll()
      // New rows are beyond what can be seen: the scrolled picture is painted first, and does not wait for them.
      clearTimeout(drawing)
      drawing = setTimeout(update)
      clearTimeout(rest)
      rest = setTimeout(noteScrolled, restMs, scroller)
    }
    scroller.addEventListener('scroll', follow, { passive: true })
    const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(update)
    sizes?.observe(scroller)
    return () => {
      clearTimeout(drawing)
      clearTimeout(rest)
      scroller.removeEventListener('scroll', follow)
      sizes?.disconnect()
    }
  }, [timeline, scroller, update])
  return useCell(shown)
}
