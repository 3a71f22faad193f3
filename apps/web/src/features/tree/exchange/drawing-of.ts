import {
  createGraph,
  excerptHtml,
  exchangeLimits,
  limits,
  type NodeId,
  type NodeStatus,
  plainTextOf,
} from '@espalier/domain'
import type { DrawnBox, DrawnLink, DrawnText, Drawing } from '@espalier/interchange'
import { boundsOf, directionOf, rectIn, type Rect } from '@espalier/layout'
import { LayeredDiagram } from '@espalier/layout/layered'
import type { NodeRecord } from '@espalier/replica'
import type { Board } from '../../../data/board/board.ts'
import { boxHeight, boxPx, textWidthPx } from '../canvas/measure/box-size.ts'
import { breakLines } from '../canvas/measure/break-lines.ts'
import { createFontRuler, type Ruler } from '../canvas/measure/ruler.ts'
import { plainParagraphs } from '../canvas/measure/title-text.ts'
import { shownNodes } from '../canvas/scene/shown-nodes.ts'
import { linksOf } from './drawn-links.ts'
import { chosenNodes, plainColour, titleOf } from './project-file.ts'

/** Pictures are for paper as well: they have one look, the light one. */
const look = { background: '#fffefa', ink: '#1f2a22', edge: '#6f6d5c' } as const
const radiusPx = 8
const baselineShare = 0.74
const everything = { showCompleted: true, showInProgress: true, showToDo: true, showHidden: true }

export const pageFont = (): string => getComputedStyle(document.documentElement).fontFamily || 'sans-serif'

/** The whole map, folded branches too, as the canvas would lay it out. */
export function drawingOf(board: Board, topIds: readonly NodeId[]): Drawing {
  const records = inTreeOrder(board, chosenNodes(board, topIds))
  const ruler = createFontRuler(boxPx.font, pageFont())
  const lines = records.map(({ title }) => linesOf(title, ruler))
  const direction = directionOf(board.project.get().layout)
  const diagram = new LayeredDiagram(
    direction,
    records.map(({ id, parentIds }, at) => ({
      id,
      parentIds,
      width: boxPx.width,
      height: boxHeight((lines[at]?.length ?? 1) * boxPx.line),
    })),
  )
  diagram.settle()
  const { marginPx } = exchangeLimits.picture
  const bounds = aroundLinks(boundsOf(diagram.boxes) ?? nothing, linksOf(diagram, { x: 0, y: 0 }))
  const offset = { x: marginPx - bounds.left, y: marginPx - bounds.top }
  return {
    title: titleOf(board, topIds),
    width: bounds.width + 2 * marginPx,
    height: bounds.height + 2 * marginPx,
    background: look.background,
    links: linksOf(diagram, offset).map((link): DrawnLink => ({ ...link, stroke: look.edge, strokeWidth: 1.5 })),
    boxes: records.flatMap((record, at) => {
      const slot = diagram.slotOf(record.id)
      if (slot === undefined) return []
      const rect = rectIn(diagram.boxes, slot)
      const placed = { ...rect, left: rect.left + offset.x, top: rect.top + offset.y }
      return boxesOf(record, placed, lines[at] ?? [], ruler)
    }),
  }
}

const nothing: Rect = { left: 0, top: 0, width: 0, height: 0 }

/** A link that passes many layers may run outside of all boxes. */
function aroundLinks(boxes: Rect, links: ReturnType<typeof linksOf>): Rect {
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

function inTreeOrder(board: Board, records: readonly NodeRecord[]): readonly NodeRecord[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  const graph = createGraph(board.projectId, records)
  return shownNodes(
    { graph, node: (id) => byId.get(id), nodes: () => records, project: board.project },
    everything,
    null,
  )
}

/** As on the map, long titles are cut. Formatted ones lose their formatting: lines are broken, and drawn, as plain text. */
function linesOf(whole: string, ruler: Ruler): readonly string[] {
  const title = excerptHtml(whole)
  const paragraphs = plainParagraphs(title) ?? plainParagraphs(unformatted(title)) ?? [plainTextOf(title)]
  return breakLines(paragraphs, textWidthPx, ruler)
}

const blockTag = /<(\/?)(?:p|h1|h2|li|blockquote|pre)\b[^>]*>/giu
const otherTag = /<(?!\/?p>|br ?\/?>)[^>]*>/giu

/** Its paragraphs and line breaks stay. */
const unformatted = (title: string): string => title.replace(blockTag, '<$1p>').replace(otherTag, '')

function boxesOf(record: NodeRecord, rect: Rect, lines: readonly string[], ruler: Ruler): readonly DrawnBox[] {
  const fill = plainColour(record.style.backgroundColor) ?? limits.nodeColour
  const firstTop = rect.top + (rect.height - lines.length * boxPx.line) / 2
  const texts = lines.map((text, at): DrawnText => ({
    text,
    x: rect.left + boxPx.before,
    baseline: firstTop + at * boxPx.line + boxPx.line * baselineShare,
    width: widthOf(text, ruler),
    size: boxPx.font,
    colour: look.ink,
  }))
  const box = { ...rect, radius: radiusPx, fill, stroke: look.edge, strokeWidth: 1, lines: texts }
  return [box, ...statusMarks(record.status, rect, fill)]
}

const blank = /[ \t]+/u

function widthOf(text: string, ruler: Ruler): number {
  const words = text.split(blank)
  return words.reduce((sum, word) => sum + ruler.widthOf(word), (words.length - 1) * ruler.space)
}

/** As the canvas tells statuses, by shape: an empty ring, a ring with a core, a full disc. */
function statusMarks(status: NodeStatus, { left, top, height }: Rect, fill: string): readonly DrawnBox[] {
  const [x, y] = [left + 14, top + height / 2]
  const disc = (radius: number, inside: string, strokeWidth: number): DrawnBox => ({
    left: x - radius,
    top: y - radius,
    width: 2 * radius,
    height: 2 * radius,
    radius,
    fill: inside,
    stroke: look.ink,
    strokeWidth,
    lines: [],
  })
  if (status === 'todo') return [disc(6, fill, 2)]
  if (status === 'progress') return [disc(6, fill, 2), disc(2.5, look.ink, 0)]
  return [disc(7, look.ink, 0)]
}
