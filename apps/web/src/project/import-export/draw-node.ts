import { type LeafCounts, type NodeStatus, statusMarkPaths, statusMarkSize } from '@espalier/domain'
import type { DrawnBox, DrawnMark, DrawnText } from '@espalier/interchange'
import type { Direction, Rect } from '@espalier/layout'
import type { NodeRecord } from '@espalier/sync'
import type { Face } from '../map/chips/chip-details.ts'
import { type Chip, chipPx } from '../map/chips/chip-row.ts'
import { measureLineWidth } from '../map/measure/break-lines.ts'
import { nodeBoxPx, type NodeRank, titleFonts } from '../map/measure/title-measure.ts'
import type { TextRuler } from '../map/measure/text-ruler.ts'
import { type BranchColor, chooseInk, findPaletteColor, mixColors, toHexColor } from '../map/theme/node-colors.ts'
import { drawChipRow } from './draw-chips.ts'
import type { PictureColors } from './picture-colors.ts'
import { drawProgressRing } from './progress-ring.ts'

const radiusPx = 8
const baselineRatio = 0.74
const boldWeight = 600
/** The fill of a done node shows through the map's veil by this share. */
const shareThroughVeil = 0.4

/** A node with everything that its box in a picture depends on. */
interface PicturedNode {
  readonly record: NodeRecord
  readonly rank: NodeRank
  readonly branchColor: BranchColor
  readonly lines: readonly string[]
  readonly rect: Rect
  readonly direction: Direction
  /** Null for a leaf. */
  readonly counts: LeafCounts | null
  /** The rows of chips below the title. */
  readonly chipRows: readonly (readonly Chip[])[]
}

/** Draws the chips of every node. */
interface ChipTools {
  readonly ruler: TextRuler
  getFace(id: string): Face
}

export function drawNode(node: PicturedNode, ruler: TextRuler, colors: PictureColors, chipTools: ChipTools): DrawnBox {
  const { record, rank, lines, rect, direction, counts, chipRows } = node
  const { fill, ink, mark, edge } = chooseNodeColors(node, colors)
  const { sizePx, linePx, weight } = titleFonts[rank]
  const firstTop = rect.top + (rect.height - lines.length * linePx - chipRows.length * chipPx.row) / 2
  const rows = chipRows.map((chips, at) => {
    const place = { left: rect.left + nodeBoxPx.before, top: firstTop + lines.length * linePx + at * chipPx.row }
    const inks = { ink, fill, overdue: colors.overdue }
    return drawChipRow({ chips, ...place }, chipTools.getFace, inks, chipTools.ruler)
  })
  const texts = lines.map((text, at): DrawnText => ({
    text,
    x: rect.left + nodeBoxPx.before,
    baseline: firstTop + at * linePx + linePx * baselineRatio,
    width: measureLineWidth(text, ruler),
    size: sizePx,
    isBold: weight >= boldWeight,
    colour: ink,
  }))
  const ring = counts === null ? [] : drawProgressRing(rect, direction, counts, colors)
  return {
    ...rect,
    radius: radiusPx,
    fill,
    stroke: edge,
    strokeWidth: rank === 'leaf' ? 1 : 2,
    lines: [...texts, ...rows.flatMap((row) => row.texts)],
    marks: [placeStatusMark(record.status, rect, mark), ...ring, ...rows.flatMap(({ marks }) => marks)],
  }
}

interface NodeColors {
  readonly fill: string
  readonly ink: string
  readonly mark: string
  readonly edge: string
}

/** The same rules as in NodeBox.module.css. */
function chooseNodeColors({ record, rank, branchColor }: PicturedNode, colors: PictureColors): NodeColors {
  const { status, style } = record
  const palette = findPaletteColor(style.backgroundColor)
  const edge = rank === 'branch' ? colors.branches[branchColor] : colors.edge
  if (palette === null) {
    const fill = toHexColor(style.backgroundColor) ?? colors.fills.default
    const ink = chooseInk(fill)
    return { fill, ink, mark: ink, edge }
  }
  const isPlainRoot = rank === 'root' && palette === 'default'
  const { root, statuses, fills, ground, ink, muted, faint } = colors
  if (status === 'done') {
    const fill = mixColors(fills[palette], shareThroughVeil, ground)
    const doneEdge = rank === 'leaf' ? faint : edge
    return { fill, ink: muted, mark: statuses.done, edge: isPlainRoot ? root.fill : doneEdge }
  }
  if (isPlainRoot) return { fill: root.fill, ink: root.ink, mark: root.ink, edge: root.fill }
  const isMarked = status === 'progress' && rank !== 'root'
  return {
    fill: fills[palette],
    ink,
    mark: isMarked ? statuses.progress : ink,
    edge: isMarked && rank === 'leaf' ? statuses.progress : edge,
  }
}

/** The distance of the mark's center from the left edge of its box, as on the map. */
const markCenterPx = 14

const placeStatusMark = (status: NodeStatus, { left, top, height }: Rect, fill: string): DrawnMark => ({
  left: left + markCenterPx - statusMarkSize / 2,
  top: top + (height - statusMarkSize) / 2,
  path: statusMarkPaths[status],
  fill,
})
