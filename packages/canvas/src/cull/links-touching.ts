import { limits } from '@espalier/domain'
import type { Boxes, DiagramLinks, Rect } from '@espalier/layout'

/** A link begins and ends this far off the edges at most. */
const beyond = limits.linkAnchorOffsetPx.max

/**
 * The links that may touch an area, found by looking at each: none that does is left out, a few that pass near it are taken
 * along. For one question; an index answers more of them sooner.
 */
export function linksTouching(links: DiagramLinks, boxes: Boxes, area: Rect): number[] {
  const { sources, targets, bendX } = links
  const { left, top, width, height } = boxes
  const [west, north] = [area.left - beyond, area.top - beyond]
  const [east, south] = [area.left + area.width + beyond, area.top + area.height + beyond]
  const touching: number[] = []
  for (let link = 0; link < sources.length; link += 1) {
    const parent = sources[link] as number
    const child = targets[link] as number
    const isAside =
      ((left[parent] as number) > east && (left[child] as number) > east) ||
      ((top[parent] as number) > south && (top[child] as number) > south) ||
      ((left[parent] as number) + (width[parent] as number) < west &&
        (left[child] as number) + (width[child] as number) < west) ||
      ((top[parent] as number) + (height[parent] as number) < north &&
        (top[child] as number) + (height[child] as number) < north)
    const isNowhere = left[parent] === Infinity || left[child] === Infinity
    if (!isNowhere && (!isAside || (bendX.length > 0 && bendsTouch(links, boxes, link, area)))) touching.push(link)
  }
  return touching
}

/** A link around others may pass through an area that lies beside both of its ends. */
function bendsTouch(links: DiagramLinks, { left, top, width, height }: Boxes, link: number, area: Rect): boolean {
  const { sources, targets, bendStarts, bendX, bendY } = links
  const end = bendStarts[link + 1] as number
  const start = bendStarts[link] as number
  if (start === end) return false
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const slot of [sources[link] as number, targets[link] as number]) {
    west = Math.min(west, left[slot] as number)
    north = Math.min(north, top[slot] as number)
    east = Math.max(east, (left[slot] as number) + (width[slot] as number))
    south = Math.max(south, (top[slot] as number) + (height[slot] as number))
  }
  for (let bend = start; bend < end; bend += 1) {
    west = Math.min(west, bendX[bend] as number)
    east = Math.max(east, bendX[bend] as number)
    north = Math.min(north, bendY[bend] as number)
    south = Math.max(south, bendY[bend] as number)
  }
  return west <= area.left + area.width && east >= area.left && north <= area.top + area.height && south >= area.top
}
