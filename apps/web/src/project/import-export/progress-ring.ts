import type { LeafCounts } from '@espalier/domain'
import { type DrawnMark, rememberResults } from '@espalier/interchange'
import type { Direction, Rect } from '@espalier/layout'
import type { PictureColors } from './picture-colors.ts'

/** The size of the map's fold button, in whose place a picture has the ring. */
const diameterPx = 24
const thicknessPx = 2
const fullTurn = 2 * Math.PI
const quarterTurn = fullTurn / 4

/** The distance of the ring's center from the middle of the box, beyond half the size of the box. */
const centerOffsetsPx = { left: 10, right: 10, up: 12, down: 12 } as const satisfies Record<Direction, number>

/** Returns the corner of the ring: in the middle of the side on which the children are. */
function placeRing({ left, top, width, height }: Rect, direction: Direction): { left: number; top: number } {
  const offset = centerOffsetsPx[direction]
  const middle = { x: left + width / 2, y: top + height / 2 }
  const center = {
    left: { x: left - offset, y: middle.y },
    right: { x: left + width + offset, y: middle.y },
    up: { x: middle.x, y: top - offset },
    down: { x: middle.x, y: top + height + offset },
  }[direction]
  return { left: center.x - diameterPx / 2, top: center.y - diameterPx / 2 }
}

const formatPoint = (x: number, y: number): string => `${x.toFixed(2)} ${y.toFixed(2)}`

/** The point of a circle within the ring's square at an angle that begins at the top and runs clockwise. */
const getCirclePoint = (radius: number, angle: number): readonly [number, number] => [
  diameterPx / 2 + radius * Math.sin(angle),
  diameterPx / 2 - radius * Math.cos(angle),
]

/** Writes an arc as curves of at most a quarter turn; one with `to` before `from` runs counterclockwise. */
function writeArc(radius: number, from: number, to: number): string {
  const steps = Math.max(1, Math.ceil(Math.abs(to - from) / quarterTurn))
  const step = (to - from) / steps
  const reach = (4 / 3) * Math.tan(step / 4) * radius
  return Array.from({ length: steps }, (_, at) => {
    const [start, end] = [from + at * step, from + (at + 1) * step]
    const [startX, startY] = getCirclePoint(radius, start)
    const [endX, endY] = getCirclePoint(radius, end)
    const first = formatPoint(startX + reach * Math.cos(start), startY + reach * Math.sin(start))
    const second = formatPoint(endX - reach * Math.cos(end), endY - reach * Math.sin(end))
    return `C${first} ${second} ${formatPoint(endX, endY)}`
  }).join('')
}

/** Returns the outline of this share of a ring. A large map has thousands of rings, of which most are alike. */
export const writeRingPath = rememberResults((share: number): string => {
  const [outer, inner] = [diameterPx / 2, diameterPx / 2 - thicknessPx]
  const end = share * fullTurn
  const start = formatPoint(...getCirclePoint(outer, 0))
  const turn = formatPoint(...getCirclePoint(inner, end))
  return `M${start}${writeArc(outer, 0, end)}L${turn}${writeArc(inner, end, 0)}Z`
})

const discPath = `M${formatPoint(...getCirclePoint(diameterPx / 2, 0))}${writeArc(diameterPx / 2, 0, fullTurn)}Z`

/** Draws how much of a branch is done: a disc that covers the beginning of the links, a ring, and its done part. */
export function drawProgressRing(
  rect: Rect,
  direction: Direction,
  { leaves, done }: LeafCounts,
  colors: PictureColors,
): readonly DrawnMark[] {
  const corner = placeRing(rect, direction)
  const disc = { ...corner, path: discPath, fill: colors.ground }
  const ring = { ...corner, path: writeRingPath(1), fill: colors.faint }
  if (done === 0 || leaves === 0) return [disc, ring]
  return [disc, ring, { ...corner, path: writeRingPath(done / leaves), fill: colors.statuses.done }]
}
