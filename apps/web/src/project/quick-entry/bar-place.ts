import type { NodeId } from '@espalier/domain'
import type { Rect } from '@espalier/layout'
import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

const gapPx = 6
const marginPx = 8
/** The layout moves nodes for this long after a change. */
const settleMs = 350

const doRectsOverlap = (one: Rect, other: Rect): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

interface BarRects {
  readonly bar: Pick<Rect, 'width' | 'height'>
  /** The canvas, which the bar does not leave. */
  readonly ground: Rect
  readonly node: Rect
  /** The title that is being written, which the bar does not cover. */
  readonly edited: Rect | null
}

/** Returns where the bar goes: below its node, else above or beside it. Null: its node is not in the window. */
export function findBarPlace({ bar, ground, node, edited }: BarRects): { left: number; top: number } | null {
  if (!doRectsOverlap(node, ground)) return null
  const clampLeft = (left: number) =>
    Math.max(ground.left + marginPx, Math.min(left, ground.left + ground.width - bar.width - marginPx))
  const clampTop = (top: number) =>
    Math.max(ground.top + marginPx, Math.min(top, ground.top + ground.height - bar.height - marginPx))
  const below = node.top + node.height + gapPx
  const above = node.top - bar.height - gapPx
  const places = [
    { left: clampLeft(node.left), top: clampTop(below) },
    { left: clampLeft(node.left), top: clampTop(above) },
    { left: clampLeft(node.left + node.width + gapPx), top: clampTop(node.top) },
    { left: clampLeft(node.left - bar.width - gapPx), top: clampTop(node.top) },
    { left: clampLeft(ground.left), top: clampTop(ground.top + ground.height) },
  ]
  const isFree = (place: { readonly left: number; readonly top: number }): boolean => {
    const rect = { ...place, width: bar.width, height: bar.height }
    return !doRectsOverlap(rect, node) && (edited === null || !doRectsOverlap(rect, edited))
  }
  return places.find(isFree) ?? places.at(-1) ?? null
}

/** Keeps the bar near its node. Small screens ignore the place: the bar is at their foot, above the keyboard. */
export function useBarPlace(
  { map, client, editing }: ProjectWorkspace,
  nodeId: NodeId,
  bar: RefObject<HTMLElement | null>,
): CSSProperties {
  const [place, setPlace] = useState<CSSProperties>({ visibility: 'hidden' })
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let frame = 0
    const measure = (): void => {
      const [element, ground] = [bar.current, bar.current?.parentElement?.getBoundingClientRect()]
      const node = map.getScreenRect(nodeId)
      if (element === null || ground === undefined || node === null) return setPlace({ visibility: 'hidden' })
      const editedId = editing.get()?.nodeId
      const edited = editedId === undefined ? null : map.getScreenRect(editedId)
      const found = findBarPlace({ bar: element.getBoundingClientRect(), ground, node, edited })
      if (found === null) return setPlace({ visibility: 'hidden' })
      setPlace({ left: found.left - ground.left, top: found.top - ground.top })
    }
    const measureSoon = (): void => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      frame = requestAnimationFrame(measure)
      timer = setTimeout(measure, settleMs)
    }
    measure()
    const stops = [
      map.settledViewport.subscribe(measureSoon),
      client.listen(measureSoon),
      editing.subscribe(measureSoon),
    ]
    window.addEventListener('resize', measureSoon)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      for (const stop of stops) stop()
      window.removeEventListener('resize', measureSoon)
    }
  }, [map, client, editing, nodeId, bar])
  return place
}
