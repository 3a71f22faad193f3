import { BranchProgress, createGraph, excerptHtml, exchangeLimits, type NodeId, toPlainText } from '@espalier/domain'
import type { Drawing } from '@espalier/interchange'
import { computeBounds, getLayoutDirection, getSlotRect, type Rect } from '@espalier/layout'
import { LayeredDiagram } from '@espalier/layout/layered'
import type { NodeRecord, ProjectClient } from '@espalier/sync'
import { breakLines, measureLineWidth, readPlainParagraphs } from '../map/measure/break-lines.ts'
import { computeRollUps, createChipDetails } from '../map/chips/chip-details.ts'
import { chipFont, createChipContext } from '../map/chips/chip-context.ts'
import { type Chip, fitChips, listChips, measureChips } from '../map/chips/chip-row.ts'
import { listUncountedStages, PlannedBranches } from '../map/chips/planned-branches.ts'
import { createFontRuler, type TextRuler } from '../map/measure/text-ruler.ts'
import {
  computeBoxHeight,
  computeBoxWidth,
  computeInnerWidth,
  createTitleRulers,
  maxTitleWidthPx,
  titleFonts,
} from '../map/measure/title-measure.ts'
import { BranchColors, getNodeRank } from '../map/scene/branch-colors.ts'
import { listVisibleNodes } from '../map/scene/visible-nodes.ts'
import { noMatches } from '../workspace/filter-state.ts'
import type { PeopleSource } from '../workspace/project-workspace.ts'
import { type ChipSettings, defaultChips, defaultMapTheme, type MapTheme } from '../workspace/view-settings.ts'
import { drawLinks } from './draw-links.ts'
import { drawNode } from './draw-node.ts'
import { pictureColors } from './picture-colors.ts'
import { collectExportedNodes, getExportTitle } from './project-file.ts'

const showEverything = { showCompleted: true, showInProgress: true, showToDo: true, showHidden: true }

export const readPageFont = (): string => getComputedStyle(document.documentElement).fontFamily || 'sans-serif'

interface PictureOptions {
  readonly theme?: MapTheme
  /** The chips that boxes show. */
  readonly chips?: ChipSettings
  /** Names the assignees. */
  readonly people?: PeopleSource | null
}

/** Draws the whole map, also folded branches, in the map's layout and theme. */
export function drawProject(
  client: ProjectClient,
  topIds: readonly NodeId[],
  { theme = defaultMapTheme, chips = defaultChips, people = null }: PictureOptions = {},
): Drawing {
  const colors = pictureColors[theme]
  const plan = openExportedNodes(client, topIds)
  const chipTools = createChipTools(plan.source, chips, people)
  const rulers = createTitleRulers(readPageFont())
  const nodes = plan.records.map((record) => {
    const rank = getNodeRank(plan.graph, record)
    return { record, rank, lines: breakTitleLines(record.title, rulers[rank]), chips: chipTools.measure(record) }
  })
  const diagram = new LayeredDiagram(
    getLayoutDirection(client.project.get().layout),
    nodes.map(({ record: { id, parentIds, title }, rank, lines, chips: space }) => {
      const widest = lines.reduce(
        (width, line) => Math.max(width, measureLineWidth(line, rulers[rank])),
        space?.width ?? 0,
      )
      const height = computeBoxHeight(lines.length * titleFonts[rank].linePx + (space?.height ?? 0))
      return { id, parentIds, width: computeBoxWidth(widest, title), height }
    }),
  )
  diagram.settle()
  const { marginPx } = exchangeLimits.picture
  const bounds = expandToBends(computeBounds(diagram.boxes) ?? emptyRect, diagram)
  const offset = { x: marginPx - bounds.left, y: marginPx - bounds.top }
  const branches = new BranchColors(plan)
  const progress = new BranchProgress(plan.records)
  return {
    title: getExportTitle(client, topIds),
    width: bounds.width + 2 * marginPx,
    height: bounds.height + 2 * marginPx,
    background: colors.ground,
    links: drawLinks(diagram, offset, branches, colors),
    boxes: nodes.flatMap((node) => {
      const { id } = node.record
      const slot = diagram.findSlot(id)
      if (slot === undefined) return []
      const box = getSlotRect(diagram.boxes, slot)
      const rect = { ...box, left: box.left + offset.x, top: box.top + offset.y }
      const branchColor = branches.getStyle(id).color
      const counts = progress.getCounts(id)
      const chipRows = chipTools.listRows(node.record, computeInnerWidth(rect.width))
      const pictured = { ...node, branchColor, rect, direction: diagram.direction, counts, chipRows }
      return [drawNode(pictured, rulers[node.rank], colors, chipTools)]
    }),
  }
}

const emptyRect: Rect = { left: 0, top: 0, width: 0, height: 0 }

/** A link that passes many layers bends, perhaps outside all boxes. All other points of links are between boxes. */
function expandToBends(boxes: Rect, diagram: LayeredDiagram): Rect {
  let [left, top, right, bottom] = [boxes.left, boxes.top, boxes.left + boxes.width, boxes.top + boxes.height]
  const { bendStarts, bendX, bendY } = diagram.links()
  const count = bendStarts.at(-1) ?? 0
  for (let bend = 0; bend < count; bend += 1) {
    const [x, y] = [bendX[bend] ?? 0, bendY[bend] ?? 0]
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return { left, top, width: right - left, height: bottom - top }
}

/** Opens the exported nodes as a project of their own, in which they are in tree order. */
function openExportedNodes(client: ProjectClient, topIds: readonly NodeId[]) {
  const exported = collectExportedNodes(client, topIds)
  const byId = new Map(exported.map((record) => [record.id, record]))
  const graph = createGraph(client.projectId, exported)
  const node = (id: NodeId): NodeRecord | undefined => byId.get(id)
  const source = { graph, node, nodes: () => exported, project: client.project }
  return { graph, node, source, records: listVisibleNodes(source, showEverything, null, noMatches) }
}

type ExportSource = ReturnType<typeof openExportedNodes>['source']

/** Measures and lists chips by the rules of the map, over the exported nodes. */
function createChipTools(source: ExportSource, settings: ChipSettings, people: PeopleSource | null) {
  const project = source.project.get()
  const ruler = createFontRuler(chipFont, readPageFont())
  const context = createChipContext(settings, project, ruler)
  const branches = new PlannedBranches(source, listUncountedStages(project))
  const details = createChipDetails({
    client: source,
    rollUps: computeRollUps(source, context.today),
    people,
    context: () => context,
  })
  const hasBelow = (id: NodeId): boolean => settings.rollUp && branches.has(id)
  return {
    ruler,
    getFace: details.getFace,
    measure: (record: NodeRecord) => measureChips(record, context, hasBelow(record.id)),
    listRows(record: NodeRecord, widthPx: number): readonly (readonly Chip[])[] {
      const own = fitChips(listChips(record, context), widthPx)
      return [...(own.length > 0 ? [own] : []), ...(hasBelow(record.id) ? [details.listBelow(record.id, widthPx)] : [])]
    },
  }
}

/**
 * Long titles are truncated as on the map. Formatted ones lose their formatting: lines are broken and drawn as plain
 * text.
 */
function breakTitleLines(whole: string, ruler: TextRuler): readonly string[] {
  const title = excerptHtml(whole)
  const paragraphs = readPlainParagraphs(title) ?? readPlainParagraphs(removeFormatting(title)) ?? [toPlainText(title)]
  return breakLines(paragraphs, maxTitleWidthPx, ruler)
}

const blockTag = /<(\/?)(?:p|h1|h2|li|blockquote|pre)\b[^>]*>/giu
const otherTag = /<(?!\/?p>|br ?\/?>)[^>]*>/giu

/** Paragraphs and line breaks stay. */
const removeFormatting = (title: string): string => title.replace(blockTag, '<$1p>').replace(otherTag, '')
