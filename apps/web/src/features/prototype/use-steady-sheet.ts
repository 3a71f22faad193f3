import { useLayoutEffect, useRef } from 'react'
import type { SceneBox, ScenePoint } from './scene/scene.ts'

/** The drawing begins with its origin in the middle of the sheet, and keeps it where it is seen while it grows or shrinks. */
export function useStableScroll(box: SceneBox) {
  const world = useRef<SVGGElement>(null)
  const seen = useRef<ScenePoint>(null)
  useLayoutEffect(() => {
    const sheet = world.current?.ownerSVGElement?.parentElement
    if (sheet == null) return undefined
    // A drawing narrower than its sheet stands in the middle of it.
    const left = Math.max(0, (sheet.clientWidth - box.width) / 2) - box.x
    const wanted = seen.current ?? { x: sheet.clientWidth / 2, y: sheet.clientHeight / 2 }
    sheet.scrollLeft = left - wanted.x
    sheet.scrollTop = -box.y - wanted.y
    return () => {
      seen.current = { x: left - sheet.scrollLeft, y: -box.y - sheet.scrollTop }
    }
  }, [box])
  return world
}
