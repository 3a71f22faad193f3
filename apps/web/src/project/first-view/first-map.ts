import { type Viewport, worldInView } from '@espalier/canvas'
import { createGraph, defaultLayout, isLayout, type NodeId } from '@espalier/domain'
import { type Direction, getSlotRect, type Size } from '@espalier/layout'
import type { ProjectDetails } from '@espalier/sync'
import { createCell } from '@espalier/sync/cell'
import { chipFont, createChipContext } from '../map/chips/chip-context.ts'
import { fitChips, listChips, measureChips } from '../map/chips/chip-row.ts'
import { listUncountedStages, PlannedBranches } from '../map/chips/planned-branches.ts'
import { createPageTitleMeasure, readPageFont } from '../map/measure/page-title-measure.ts'
import { createFontRuler } from '../map/measure/text-ruler.ts'
import { computeInnerWidth } from '../map/measure/title-measure.ts'
import { formatLinks } from '../map/rendering/link-painter.ts'
import { getHomeViewport } from '../map/rendering/view-anchors.ts'
import { getNodeRank } from '../map/scene/branch-colors.ts'
import { isFarOut } from '../map/scene/drawn-nodes.ts'
import { MapScene } from '../map/scene/map-scene.ts'
import { TreePositions } from '../map/scene/tree-positions.ts'
import { applyOwnFolds } from '../map/scene/visible-nodes.ts'
import type { ViewSettings } from '../workspace/view-settings.ts'
import { formatBox } from './box-markup.ts'
import type { SentPlan } from './sent-plan.ts'

interface FirstMap {
  readonly viewport: Viewport
  readonly direction: Direction
  /** The part in view, as markup whose styles are in `data-style`. */
  readonly html: string
}

type UsedSettings = Pick<ViewSettings, 'visibility' | 'chips' | 'ownFolds'>

/**
 * Lays a project out with the same parts as the map itself, and writes what is in view as markup: React and the rest of
 * the page are still being loaded. Null: nothing would be in view.
 */
export function drawFirstMap({ project: sent, nodes }: SentPlan, settings: UsedSettings, size: Size): FirstMap | null {
  const byId = new Map(nodes.map((record) => [record.id, record]))
  const layout = isLayout(sent.layout) ? sent.layout : defaultLayout
  const project = createCell({ ...sent, layout } as unknown as ProjectDetails)
  const graph = createGraph(sent.id, nodes)
  const all = { graph, project, canEdit: createCell(false), node: (id: NodeId) => byId.get(id), nodes: () => nodes }
  const client = applyOwnFolds(all, settings.ownFolds)
  const context = createChipContext(settings.chips.get(), sent, createFontRuler(chipFont, readPageFont()))
  const planned = new PlannedBranches(client, listUncountedStages(sent))
  const hasBelow = (id: NodeId): boolean => context.settings.rollUp && planned.has(id)
  const measure = createPageTitleMeasure()
  const scene = new MapScene({
    client,
    visibility: settings.visibility,
    hits: () => null,
    matches: createCell({ shown: null }),
    measure,
    measureBelow: (record) => measureChips(record, context, hasBelow(record.id)),
  })
  const root = graph.children(null).at(0)
  const rect = root === undefined ? undefined : scene.getRect(root.id)
  if (rect === undefined) return null
  const viewport = getHomeViewport(scene.diagram, rect, size)
  const family = new TreePositions(client, scene)
  const view = worldInView(viewport, size)
  const isSimplified = isFarOut(viewport.zoom)
  const boxes = scene.boxIndex.query(view).flatMap((slot) => {
    const record = client.node(scene.diagram.idAt(slot) ?? '')
    if (record === undefined) return []
    const box = getSlotRect(scene.diagram.boxes, slot)
    const rank = getNodeRank(graph, record)
    return formatBox({
      ...box,
      record,
      rank,
      lines: measure.breakIntoLines({ title: record.title, rank }),
      branchColor: scene.branchColors.getStyle(record.id).color,
      isExpanded: family.isExpanded(record),
      hiddenBelow: family.countHiddenBelow(record),
      chips: fitChips(listChips(record, context), computeInnerWidth(box.width)),
      hasBelow: hasBelow(record.id),
      isSimplified,
    })
  })
  return { viewport, direction: scene.diagram.direction, html: formatLinks(scene, view) + boxes.join('') }
}
