import {
  createGraph,
  excerptHtml,
  exchangeLimits,
  limits,
  type NodeId,
  type NodeStatus,
  statusMarkPaths,
  statusMarkSize,
  toPlainText,
} from '@espalier/domain'
import type { Drawing, DrawnBox, DrawnCurve, DrawnLink, DrawnMark, DrawnPoint, DrawnText } from '@espalier/interchange'
import {
  computeAnchors,
  computeBounds,
  type Diagram,
  getLayoutDirection,
  getSlotRect,
  type Rect,
} from '@espalier/layout'
import { LayeredDiagram } from '@espalier/layout/layered'
import type { NodeRecord, ProjectClient } from '@espalier/sync'
import { breakLines, readPlainParagraphs } from '../map/measure/break-lines.ts'
import { createFontRuler, type TextRuler } from '../map/measure/text-ruler.ts'
import { nodeBoxHeight, nodeBoxPx, titleWidthPx } from '../map/measure/title-measure.ts'
import { listVisibleNodes } from '../map/scene/visible-nodes.ts'
import { collectExportedNodes, getExportTitle, toHexColor } from './project-file.ts'

/** Pictures are printed too, so they always use the light theme. */
const pictureColors = { background: '#fffefa', ink: '#1f2a22', edge: '#6f6d5c' } as const
const radiusPx = 8
const baselineRatio = 0.74
const showEverything = { showCompleted: true, showInProgress: true, showToDo: true, showHidden: true }

export const readPageFont = (): string => getComputedStyle(document.documentElement).fontFamily || 'sans-serif'

/** Draws the whole map, also folded branches, in the canvas's layout. */
export function drawProject(client: ProjectClient, topIds: readonly NodeId[]): Drawing {
  const records = sortInTreeOrder(client, collectExportedNodes(client, topIds))
  const ruler = createFontRuler(nodeBoxPx.font, readPageFont())
  const lines = records.map(({ title }) => breakTitleLines(title, ruler))
  const direction = getLayoutDirection(client.project.get().layout)
  const diagram = new LayeredDiagram(
    direction,
    records.map(({ id, parentIds }, at) => ({
      id,
      parentIds,
      width: nodeBoxPx.width,
      height: nodeBoxHeight((lines[at]?.length ?? 1) * nodeBoxPx.line),
    })),
  )
  diagram.settle()
  const { marginPx } = exchangeLimits.picture
  const bounds = expandToLinks(computeBounds(diagram.boxes) ?? emptyRect, drawLinks(diagram, { x: 0, y: 0 }))
  const offset = { x: marginPx - bounds.left, y: marginPx - bounds.top }
  return {
    title: getExportTitle(client, topIds),
    width: bounds.width + 2 * marginPx,
    height: bounds.height + 2 * marginPx,
    background: pictureColors.background,
    links: drawLinks(diagram, offset).map((link): DrawnLink => ({
      ...link,
      stroke: pictureColors.edge,
      strokeWidth: 1.5,
    })),
    boxes: records.flatMap((record, at) => {
      const slot = diagram.findSlot(record.id)
      if (slot === undefined) return []
      const rect = getSlotRect(diagram.boxes, slot)
      const placed = { ...rect, left: rect.left + offset.x, top: rect.top + offset.y }
      return [drawNode(record, placed, lines[at] ?? [], ruler)]
    }),
  }
}

const emptyRect: Rect = { left: 0, top: 0, width: 0, height: 0 }

/** A link that passes many layers may run outside all boxes. */
function expandToLinks(boxes: Rect, links: ReturnType<typeof drawLinks>): Rect {
  let [left, top, right, bottom] = [boxes.left, boxes.top, boxes.left + boxes.width, boxes.top + boxes.height]
  for (const { from, curves } of links) {
    for (const { x, y } of [from, ...curves.map(({ to }) => to)]) {
      left = Math.min(left, x)
      top = Math.min(top, y)
      right = Math.max(right, x)
      bottom = Math.max(bottom, y)
    }
  }
  return { left, top, width: right - left, height: bottom - top }
}

function sortInTreeOrder(client: ProjectClient, records: readonly NodeRecord[]): readonly NodeRecord[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  const graph = createGraph(client.projectId, records)
  return listVisibleNodes(
    { graph, node: (id) => byId.get(id), nodes: () => records, project: client.project },
    showEverything,
    null,
  )
}

/**
 * Long titles are truncated as on the map. Formatted ones lose their formatting: lines are broken and drawn as plain
 * text.
 */
function breakTitleLines(whole: string, ruler: TextRuler): readonly string[] {
  const title = excerptHtml(whole)
  const paragraphs = readPlainParagraphs(title) ?? readPlainParagraphs(removeFormatting(title)) ?? [toPlainText(title)]
  return breakLines(paragraphs, titleWidthPx, ruler)
}

const blockTag = /<(\/?)(?:p|h1|h2|li|blockquote|pre)\b[^>]*>/giu
const otherTag = /<(?!\/?p>|br ?\/?>)[^>]*>/giu

/** Paragraphs and line breaks stay. */
const removeFormatting = (title: string): string => title.replace(blockTag, '<$1p>').replace(otherTag, '')

function drawNode(record: NodeRecord, rect: Rect, lines: readonly string[], ruler: TextRuler): DrawnBox {
  const fill = toHexColor(record.style.backgroundColor) ?? limits.nodeColour
  const firstTop = rect.top + (rect.height - lines.length * nodeBoxPx.line) / 2
  const texts = lines.map((text, at): DrawnText => ({
    text,
    x: rect.left + nodeBoxPx.before,
    baseline: firstTop + at * nodeBoxPx.line + nodeBoxPx.line * baselineRatio,
    width: measureText(text, ruler),
    size: nodeBoxPx.font,
    colour: pictureColors.ink,
  }))
  const mark = placeStatusMark(record.status, rect)
  return { ...rect, radius: radiusPx, fill, stroke: pictureColors.edge, strokeWidth: 1, lines: texts, mark }
}

const blankPattern = /[ \t]+/u

function measureText(text: string, ruler: TextRuler): number {
  const words = text.split(blankPattern)
  return words.reduce((sum, word) => sum + ruler.measureWidth(word), (words.length - 1) * ruler.space)
}

/** The distance of the mark's center from the left edge of its box, as on the map. */
const markCenterPx = 14

const placeStatusMark = (status: NodeStatus, { left, top, height }: Rect): DrawnMark => ({
  left: left + markCenterPx - statusMarkSize / 2,
  top: top + (height - statusMarkSize) / 2,
  path: statusMarkPaths[status],
  fill: pictureColors.ink,
})

/** Draws every link of a layout like the canvas, moved by the offset. */
function drawLinks(diagram: Diagram, offset: DrawnPoint): readonly Pick<DrawnLink, 'from' | 'curves'>[] {
  const { sources, targets, bendStarts, bendX, bendY } = diagram.links()
  const isSideways = diagram.direction === 'left' || diagram.direction === 'right'
  const moved = ({ x, y }: DrawnPoint): DrawnPoint => ({ x: x + offset.x, y: y + offset.y })
  return Array.from(sources, (source, link) => {
    const parent = getSlotRect(diagram.boxes, source)
    const child = getSlotRect(diagram.boxes, targets[link] ?? 0)
    const { from, to } = computeAnchors(diagram.direction, parent, child)
    const curves: DrawnCurve[] = []
    let at = moved(from)
    const end = bendStarts[link + 1] ?? 0
    for (let bend = bendStarts[link] ?? 0; bend < end; bend += 2) {
      const [entry, exit] = [bend, bend + 1].map((one) => moved({ x: bendX[one] ?? 0, y: bendY[one] ?? 0 }))
      if (entry === undefined || exit === undefined) continue
      curves.push(curveBetween(at, entry, isSideways), lineBetween(entry, exit))
      at = exit
    }
    curves.push(curveBetween(at, moved(to), isSideways))
    return { from: moved(from), curves }
  })
}

function curveBetween(from: DrawnPoint, to: DrawnPoint, isSideways: boolean): DrawnCurve {
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  return isSideways
    ? { control1: { x: middle.x, y: from.y }, control2: { x: middle.x, y: to.y }, to }
    : { control1: { x: from.x, y: middle.y }, control2: { x: to.x, y: middle.y }, to }
}

const lineBetween = (from: DrawnPoint, to: DrawnPoint): DrawnCurve => ({ control1: from, control2: to, to })
