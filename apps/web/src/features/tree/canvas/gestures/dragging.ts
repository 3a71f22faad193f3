import { dropTargetAt, type DropScene, toWorld } from '@espalier/canvas'
import { ancestorIdsOf, descendantIdsOf, type Drop, type NodeId } from '@espalier/domain'
import type { Point } from '@espalier/layout'
import { goTo, isMade, namesOf, targetsOf, titleOf } from '../../workbench/acting.ts'
import type { Workbench } from '../../workbench/workbench.ts'
import type { CanvasStage } from '../stage.ts'
import { boxShape, type Overlay } from './overlay.ts'
import { standOn } from './selecting.ts'

export interface Dragging {
  start(id: NodeId, from: Point): void
  over(at: Point, isAlone: boolean): void
  drop(at: Point, isAlone: boolean): void
  cancel(): void
}

interface Held {
  /** The nodes meant, in tree order. */
  readonly ids: readonly NodeId[]
  /** Those of them that do not come along with another. */
  readonly tops: readonly NodeId[]
  /** Where the hand took hold, in the world. */
  readonly grip: Point
  readonly shapes: { alone?: string; branch?: string }
}

/** More outlines than this say nothing more about what is dragged. */
const mostOutlines = 300
const sideWords = { onto: 'under', before: 'before', after: 'after' } as const satisfies Record<Drop['side'], string>

/** Carries nodes over the canvas: what is carried and where it would land is drawn over it, and a drop moves them. */
export function createDragging(bench: Workbench, stage: CanvasStage, overlay: Overlay, scene: DropScene): Dragging {
  let held: Held | null = null

  const carried = ({ ids, tops }: Held, isAlone: boolean): readonly NodeId[] =>
    (isAlone ? ids : tops).filter((id) => bench.board.node(id) !== undefined)

  function targetAt(from: Held, at: Point, isAlone: boolean) {
    stage.projection.settle()
    const view = stage.viewport()
    return dropTargetAt(scene, carried(from, isAlone), toWorld(view, at), view.zoom)
  }

  function end(): Held | null {
    const ended = held
    held = null
    overlay.clear()
    return ended
  }

  return {
    start(id, from) {
      const asked = new Set(targetsOf(bench, id))
      const ids = stage.shownIds().filter((one) => asked.has(one))
      held = { ids, tops: topmost(bench, ids), grip: toWorld(stage.viewport(), from), shapes: {} }
    },
    over(at, isAlone) {
      if (held === null) return
      const target = targetAt(held, at, isAlone)
      const { grip, shapes } = held
      const shape = (shapes[isAlone ? 'alone' : 'branch'] ??= outlineOf(bench, stage, carried(held, isAlone), isAlone))
      const { x, y } = toWorld(stage.viewport(), at)
      overlay.zoom = stage.viewport().zoom
      overlay.ghost(shape, { x: x - grip.x, y: y - grip.y })
      overlay.mark(target?.indicator ?? null)
    },
    drop(at, isAlone) {
      const ended = end()
      const target = ended && targetAt(ended, at, isAlone)
      if (target) moveNodes(bench, stage, carried(ended, isAlone), target.drop, isAlone)
    },
    cancel: () => void end(),
  }
}

const topmost = ({ board }: Workbench, ids: readonly NodeId[]): readonly NodeId[] => {
  const asked = new Set(ids)
  return ids.filter((id) => [...ancestorIdsOf(board.graph, id)].every((above) => !asked.has(above)))
}

function outlineOf(bench: Workbench, stage: CanvasStage, ids: readonly NodeId[], isAlone: boolean): string {
  const shown = new Set<NodeId>()
  for (const id of ids) {
    shown.add(id)
    if (!isAlone) for (const below of descendantIdsOf(bench.board.graph, id)) shown.add(below)
    if (shown.size >= mostOutlines) break
  }
  return [...shown]
    .slice(0, mostOutlines)
    .map((id) => stage.rectOf(id))
    .flatMap((rect) => (rect === undefined ? [] : boxShape(rect)))
    .join('')
}

function moveNodes(bench: Workbench, stage: CanvasStage, ids: readonly NodeId[], drop: Drop, isAlone: boolean): void {
  const [first] = ids
  if (first === undefined) return
  // What it was dropped on stays under the hand; the dropped nodes come to it.
  stage.projection.keepStill(drop.targetId)
  if (!isMade(bench, bench.board.edits.move(ids, drop, isAlone))) return
  stage.announce(`Moved ${namesOf(bench, ids)} ${sideWords[drop.side]} ${titleOf(bench, drop.targetId)}`)
  const { current } = bench.selection.get()
  const standing = current !== null && ids.includes(current) ? current : first
  if (stage.isShown(standing)) standOn(bench, stage, standing)
  // Dropped into a folded branch, it is out of sight, and so would the focus be.
  else goTo(bench, drop.targetId)
}
