import { findSlotAt, toWorld } from '@espalier/canvas'
import { type DropScene, findDropTarget, findLinkTarget } from '@espalier/canvas/gestures'
import { getAncestorIds, getDescendantIds, type NodeDrop, type NodeId, nodeLinksId } from '@espalier/domain'
import { computeAnchors, type Point } from '@espalier/layout'
import type { ProjectClient } from '@espalier/sync'
import { actionTexts } from '../../../texts/actions.ts'
import { acceptedOrNotify, describeNodes, getActionTargets, getPlainTitle, goToNode } from '../../actions/action.ts'
import type { ProjectWorkspace } from '../../workspace/project-workspace.ts'
import type { MapController } from '../rendering/map-controller.ts'
import type { MapScene } from '../scene/map-scene.ts'
import { boxPath, type GestureOverlay } from './gesture-overlay.ts'
import { focusInPlace } from './selecting.ts'

interface NodeDrag {
  start(id: NodeId, from: Point): void
  over(at: Point, isAlone: boolean): void
  drop(at: Point, isAlone: boolean): void
  cancel(): void
}

interface DraggedNodes {
  /** The dragged nodes in tree order. */
  readonly ids: readonly NodeId[]
  /** The topmost of them. */
  readonly tops: readonly NodeId[]
  /** The grip point in world coordinates. */
  readonly grip: Point
  readonly shapes: { alone?: string; branch?: string }
}

/** More outlines add nothing. */
const maxOutlines = 300

/** Drags nodes over the canvas: draws them and their drop target, and moves them on drop. */
export function createNodeDrag(
  workspace: ProjectWorkspace,
  map: MapController,
  overlay: GestureOverlay,
  scene: DropScene,
): NodeDrag {
  let held: DraggedNodes | null = null

  const carried = ({ ids, tops }: DraggedNodes, isAlone: boolean): readonly NodeId[] =>
    (isAlone ? ids : tops).filter((id) => workspace.client.node(id) !== undefined)

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
      const shape = (shapes[isAlone ? 'alone' : 'branch'] ??= drawOutlines(
        workspace,
        map,
        carried(held, isAlone),
        isAlone,
      ))
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

const filterTopmost = ({ client }: ProjectWorkspace, ids: readonly NodeId[]): readonly NodeId[] => {
  const asked = new Set(ids)
  return ids.filter((id) => [...getAncestorIds(client.graph, id)].every((above) => !asked.has(above)))
}

function drawOutlines(
  workspace: ProjectWorkspace,
  map: MapController,
  ids: readonly NodeId[],
  isAlone: boolean,
): string {
  const shown = new Set<NodeId>()
  for (const id of ids) {
    shown.add(id)
    if (!isAlone) for (const below of getDescendantIds(workspace.client.graph, id)) shown.add(below)
    if (shown.size >= maxOutlines) break
  }
  return [...shown]
    .slice(0, maxOutlines)
    .map((id) => map.getRect(id))
    .flatMap((rect) => (rect === undefined ? [] : boxPath(rect)))
    .join('')
}

function dropNodes(
  workspace: ProjectWorkspace,
  map: MapController,
  ids: readonly NodeId[],
  drop: NodeDrop,
  isAlone: boolean,
): void {
  const [first] = ids
  if (first === undefined) return
  // The drop target stays under the pointer; the dropped nodes come to it.
  map.renderer.keepStill(drop.targetId)
  if (!acceptedOrNotify(workspace, workspace.client.edits.move(ids, drop, isAlone))) return
  map.announce(actionTexts.moved[drop.side](describeNodes(workspace, ids), getPlainTitle(workspace, drop.targetId)))
  const { current } = workspace.selection.get()
  const standing = current !== null && ids.includes(current) ? current : first
  if (map.isShown(standing)) focusInPlace(workspace, map, standing)
  // A node dropped into a folded branch is invisible, and so would the focus be.
  else goToNode(workspace, drop.targetId)
}

interface LinkDrag {
  over(id: NodeId, at: Point): void
  drop(id: NodeId, at: Point): void
  cancel(): void
}

/** Draws a line from a node to the pointer; released on another node, it adds that node as a parent. */
export function createLinkDrag(
  workspace: ProjectWorkspace,
  map: MapController,
  overlay: GestureOverlay,
  scene: DropScene,
): LinkDrag {
  function targetAt(id: NodeId, at: Point) {
    map.renderer.updateLayout()
    const view = map.getViewport()
    return findLinkTarget(scene, id, toWorld(view, at), view.zoom)
  }

  return {
    over(id, at) {
      const target = targetAt(id, at)
      const rect = map.getRect(id)
      if (rect === undefined) return overlay.clear()
      const anchors = computeAnchors(scene.direction, target?.rect ?? rect, rect)
      overlay.zoom = map.getViewport().zoom
      overlay.line(anchors.to, target === null ? toWorld(map.getViewport(), at) : anchors.from)
      overlay.mark(target && { kind: 'box', rect: target.rect })
    },
    drop(id, at) {
      overlay.clear()
      const parentId = targetAt(id, at)?.targetId ?? findNodeAt(scene, toWorld(map.getViewport(), at))
      if (parentId !== undefined && parentId !== id) linkToParent(workspace, map, id, parentId)
    },
    cancel: () => overlay.clear(),
  }
}

/** A release exactly on a node that cannot be a parent is answered with the reason. */
function findNodeAt(scene: DropScene, at: Point): NodeId | undefined {
  const slot = findSlotAt(scene.index, at)
  return slot === null ? undefined : scene.idAt(slot)
}

function linkToParent(workspace: ProjectWorkspace, map: MapController, id: NodeId, parentId: NodeId): void {
  if (!acceptedOrNotify(workspace, workspace.client.edits.addParent(id, parentId))) return
  map.announce(actionTexts.parentAdded(getPlainTitle(workspace, id), getPlainTitle(workspace, parentId)))
}

/** Adapts the layout as a drop target. */
export function createDropScene(client: ProjectClient, scene: MapScene): DropScene {
  const { diagram } = scene
  return {
    index: scene.boxIndex,
    get direction() {
      return diagram.direction
    },
    idAt(slot) {
      const id = diagram.idAt(slot)
      return id === nodeLinksId ? undefined : id
    },
    findSlot: (id) => diagram.findSlot(id),
    structure: { parentIds: (id) => client.node(id)?.parentIds ?? [], siblings: createSiblingLookup(client, scene) },
  }
}

/** Called for every pointer move, so siblings are cached until the structure changes. */
function createSiblingLookup(client: ProjectClient, scene: MapScene): (id: NodeId) => readonly NodeId[] {
  const families = new Map<NodeId | null, readonly NodeId[]>()
  let structure = -1
  return (id) => {
    if (structure !== scene.structure) families.clear()
    structure = scene.structure
    const listId = client.node(id)?.parentIds[0] ?? null
    const family = families.get(listId) ?? listShownSiblings(client, scene, listId)
    families.set(listId, family)
    return family
  }
}

function listShownSiblings({ graph }: ProjectClient, scene: MapScene, listId: NodeId | null): readonly NodeId[] {
  const ids: NodeId[] = []
  for (const { id, parentIds } of graph.children(listId)) {
    if ((parentIds[0] ?? null) === listId && scene.isShown(id)) ids.push(id)
  }
  return ids
}
