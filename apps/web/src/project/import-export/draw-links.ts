import type { DrawnCurve, DrawnLink, DrawnPoint } from '@espalier/interchange'
import { computeAnchors, type Diagram, getSlotRect } from '@espalier/layout'
import { getLinkWidth } from '../map/rendering/link-painter.ts'
import type { BranchColors } from '../map/scene/branch-colors.ts'
import type { PictureColors } from './picture-colors.ts'

/** Draws every link of a layout like the map, moved by the offset. */
export function drawLinks(
  diagram: Diagram,
  offset: DrawnPoint,
  branches: BranchColors,
  colors: PictureColors,
): readonly DrawnLink[] {
  const { targets } = diagram.links()
  return traceLinks(diagram, offset).map((link, at) => {
    const { color, depth } = branches.getStyle(diagram.idAt(targets[at] ?? 0) ?? '')
    return { ...link, stroke: colors.branches[color], strokeWidth: getLinkWidth(depth) }
  })
}

type TracedLink = Pick<DrawnLink, 'from' | 'curves'>

function traceLinks(diagram: Diagram, offset: DrawnPoint): readonly TracedLink[] {
  const { sources, targets, bendStarts, bendX, bendY } = diagram.links()
  const isSideways = diagram.direction === 'left' || diagram.direction === 'right'
  const moved = ({ x, y }: DrawnPoint): DrawnPoint => ({ x: x + offset.x, y: y + offset.y })
  return Array.from(sources, (source, link) => {
    const parent = getSlotRect(diagram.boxes, source)
    const child = getSlotRect(diagram.boxes, targets[link] ?? 0)
    const { start, from, to, end } = computeAnchors(diagram.direction, parent, child)
    const curves: DrawnCurve[] = [lineBetween(moved(start), moved(from))]
    let at = moved(from)
    const lastBend = bendStarts[link + 1] ?? 0
    for (let bend = bendStarts[link] ?? 0; bend < lastBend; bend += 2) {
      const [entry, exit] = [bend, bend + 1].map((one) => moved({ x: bendX[one] ?? 0, y: bendY[one] ?? 0 }))
      if (entry === undefined || exit === undefined) continue
      curves.push(curveBetween(at, entry, isSideways), lineBetween(entry, exit))
      at = exit
    }
    curves.push(curveBetween(at, moved(to), isSideways), lineBetween(moved(to), moved(end)))
    return { from: moved(start), curves }
  })
}

function curveBetween(from: DrawnPoint, to: DrawnPoint, isSideways: boolean): DrawnCurve {
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  return isSideways
    ? { control1: { x: middle.x, y: from.y }, control2: { x: middle.x, y: to.y }, to }
    : { control1: { x: from.x, y: middle.y }, control2: { x: to.x, y: middle.y }, to }
}

const lineBetween = (from: DrawnPoint, to: DrawnPoint): DrawnCurve => ({ control1: from, control2: to, to })
