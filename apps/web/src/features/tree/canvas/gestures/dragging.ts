import { findDropTarget, type DropScene, toWorld } from '@espalier/canvas'
import { getAncestorIds, getDescendantIds, type NodeDrop, type NodeId } from '@espalier/domain'
import type { Point } from '@espalier/layout'
import { goToNode, acceptedOrNotify, describeNodes, getActionTargets, getPlainTitle } from '../../workbench/acting.ts'
import type { ProjectWorkspace } from '../../workbench/workbench.ts'
import type { MapController } from '../stage.ts'
import { boxPath, type GestureOverlay } from './overlay.ts'
import { focusInPlace } from './selecting.ts'

export interface NodeDrag {
  start(id: NodeId, from: Point): void
  over(at: Point, isAlone: boolean): void
  drop(at: Point, isAlone: boolean): void
  cancel(): void
}

interface DraggedNodes {
  /** The nodes meant, in tree order. */
  readonly ids: readonly NodeId[]
  /** Those of them that do not come along with another. */
  readonly tops: readonly NodeId[]
  /** Where the hand took hold, in the world. */
  readonly grip: Point
  readonly shapes: { alone?: string; branch?: string }
}

/** More outlines than this say nothing more about what is dragged. */
const maxOutlines = 300
const sidePrepositions = { onto: 'under', before: 'before', after: 'after' } as const satisfies Record<NodeDrop['side'], string>

/** Carries nodes over the canvas: what is carried and where it would land is drawn over it, and a drop moves them. */
export function createNodeDrag(workspace: ProjectWorkspace, map: MapController, overlay: GestureOverlay, scene: DropScene): NodeDrag {
  let held: DraggedNodes | null = null

  const carried = ({ ids, tops }: DraggedNodes, isAlone: boolean): readonly NodeId[] =>
    (isAlone ? ids : tops).filter((id) => workspace.board.node(id) !== undefined)

  function targetAt(from: DraggedNodes, at: Point, isAlone: boolean) {
    map.renderer.updateLayout()
    const view = map.getViewport()
    return findDropTarget(scene, carried(from, isAlone), toWorld(view, at), view.zoom)
  }

  function end(): DraggedNodes | null {
    const ended = held
    held = null
    overlay.clear()
    return ended
  }

  return {
    start(id, from) {
      const asked = new Set(getActionTargets(workspace, id))
      const ids = map.shownIds().filter((one) => asked.has(one))
      held = { ids, tops: filterTopmost(workspace, ids), grip: toWorld(map.getViewport(), from), shapes: {} }
    },
    over(at, isAlone) {
      if (held === null) return
      const target = targetAt(held, at, isAlone)
      const { grip, shapes } = held
      const shape = (shapes[isAlone ? 'alone' : 'branch'] ??= drawOutlines(workspace, map, carried(held, isAlone), isAlone))
      const { x, y } = toWorld(map.getViewport(), at)
      overlay.zoom = map.getViewport().zoom
      overlay.ghost(shape, { x: x - grip.x, y: y - grip.y })
      overlay.mark(target?.indicator ?? null)
    },
    drop(at, isAlone) {
      const ended = end()
      const target = ended && targetAt(ended, at, isAlone)
      if (target) dropNodes(workspace, map, carried(ended, isAlone), target.drop, isAlone)
    },
    cancel: () => void end(),
  }
}

const filterTopmost = ({ board }: ProjectWorkspace, ids: readonly NodeId[]): readonly NodeId[] => {
  const asked = new Set(ids)
  return ids.filter((id) => [...getAncestorIds(board.graph, id)].every((above) => !asked.has(above)))
}

function drawOutlines(workspace: ProjectWorkspace, map: MapController, ids: readonly NodeId[], isAlone: boolean): string {
  const shown = new Set<NodeId>()
  for (const id of ids) {
    shown.add(id)
    if (!isAlone) for (const below of getDescendantIds(workspace.board.graph, id)) shown.add(below)
    if (shown.size >= maxOutlines) break
  }
  return [...shown]
    .slice(0, maxOutlines)
    .map((id) => map.getRect(id))
    .flatMap((rect) => (rect === undefined ? [] : boxPath(rect)))
    .join('')
}

function dropNodes(workspace: ProjectWorkspace, map: MapController, ids: readonly NodeId[], drop: NodeDrop, isAlone: boolean): void {
  const [first] = ids
  if (first === undefined) return
  // What it was dropped on stays under the hand; the dropped nodes come to it.
  map.renderer.keepStill(drop.targetId)
  if (!acceptedOrNotify(workspace, workspace.board.edits.move(ids, drop, isAlone))) return
  map.announce(`Moved ${describeNodes(workspace, ids)} ${sidePrepositions[drop.side]} ${getPlainTitle(workspace, drop.targetId)}`)
  const { current } = workspace.selection.get()
  const standing = current !== null && ids.includes(current) ? current : first
  if (map.isShown(standing)) focusInPlace(workspace, map, standing)
  // Dropped into a folded branch, it is out of sight, and so would the focus be.
  else goToNode(workspace, drop.targetId)
}
