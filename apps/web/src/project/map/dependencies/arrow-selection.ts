import { toWorld } from '@espalier/canvas'
import { type Arrow, computeArrow } from '@espalier/canvas/arrow'
import type { Point } from '@espalier/layout'
import { blockerDragTexts as texts } from '../../../texts/blocker-drag.ts'
import { acceptedOrNotify, getPlainTitle } from '../../actions/action.ts'
import { findKeyTarget } from '../../keyboard/key-target.ts'
import type { ProjectWorkspace } from '../../workspace/project-workspace.ts'
import { findGestureTarget } from '../gestures/gesture-input.ts'
import type { MapController } from '../rendering/map-controller.ts'
import type { MapScene } from '../scene/map-scene.ts'
import type { Dependency } from './arrow-painter.ts'

/** An arrow is thin; this far beside it a press still means it. */
const reachPx = 7
/** Straight pieces of a curve, which is bent only slightly. */
const pieces = 12

interface ArrowSelection {
  /** Null: no arrow is selected. */
  get(): Dependency | null
  stop(): void
}

/** Lets editors select an arrow by a press on it and remove it with Delete. A press elsewhere or Esc deselects it. */
export function followArrowPresses(
  workspace: ProjectWorkspace,
  map: MapController,
  listShown: () => readonly Dependency[],
  onChange: () => void,
): ArrowSelection {
  const { client, selection } = workspace
  const root = map.renderer.surface?.root
  const ending = new AbortController()
  const { signal } = ending
  let selected: Dependency | null = null
  const select = (next: Dependency | null): void => {
    if (next === selected) return
    selected = next
    onChange()
  }
  const press = (event: PointerEvent): void => {
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    const isOnGround = findGestureTarget(event.target).kind === 'empty'
    if (root === undefined || !isPlain || !isOnGround || !client.canEdit.get()) return select(null)
    const { left, top } = root.getBoundingClientRect()
    const viewport = map.getViewport()
    const at = toWorld(viewport, { x: event.clientX - left, y: event.clientY - top })
    const found = findArrowAt(map.renderer.scene, listShown(), at, reachPx / viewport.zoom)
    select(found)
    if (found === null) return
    // The press is not one on the ground, which would deselect the nodes that the arrow is shown for.
    event.stopPropagation()
    root.focus({ preventScroll: true })
  }
  const handleKey = (event: KeyboardEvent): void => {
    if (selected === null || findKeyTarget(event.target).kind === 'elsewhere') return
    if (event.key === 'Escape') select(null)
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(selected)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const remove = ({ fromId, toId }: Dependency): void => {
    select(null)
    if (!acceptedOrNotify(workspace, client.edits.change(toId, { removeBlockedByIds: [fromId] }))) return
    map.announce(texts.removed(getPlainTitle(workspace, toId), getPlainTitle(workspace, fromId)))
  }
  root?.addEventListener('pointerdown', press, { capture: true, signal })
  document.addEventListener('keydown', handleKey, { capture: true, signal })
  const stopListening = selection.subscribe(() => select(null))
  return {
    get: () => selected,
    stop() {
      ending.abort()
      stopListening()
    },
  }
}

/** Returns the nearest arrow within reach of a point, all in coordinates of the layout. */
export function findArrowAt(
  scene: Pick<MapScene, 'getRect'>,
  dependencies: readonly Dependency[],
  at: Point,
  reach: number,
): Dependency | null {
  let nearest: Dependency | null = null
  let least = reach
  for (const dependency of dependencies) {
    const from = scene.getRect(dependency.fromId)
    const to = scene.getRect(dependency.toId)
    if (from === undefined || to === undefined) continue
    const distance = measureDistance(computeArrow(from, to), at, least)
    if (distance > least) continue
    least = distance
    nearest = dependency
  }
  return nearest
}

/** Infinite for an arrow that is certainly farther away than asked. */
function measureDistance({ start, control, end }: Arrow, at: Point, most: number): number {
  const isBeside = (one: number, two: number, three: number, value: number): boolean =>
    value < Math.min(one, two, three) - most || value > Math.max(one, two, three) + most
  if (isBeside(start.x, control.x, end.x, at.x) || isBeside(start.y, control.y, end.y, at.y)) return Infinity
  let least = Infinity
  let before = start
  for (let piece = 1; piece <= pieces; piece += 1) {
    const share = piece / pieces
    const mix = (one: number, two: number, three: number): number =>
      (1 - share) ** 2 * one + 2 * share * (1 - share) * two + share ** 2 * three
    const next = { x: mix(start.x, control.x, end.x), y: mix(start.y, control.y, end.y) }
    least = Math.min(least, measureToLine(before, next, at))
    before = next
  }
  return least
}

function measureToLine(from: Point, to: Point, at: Point): number {
  const across = { x: to.x - from.x, y: to.y - from.y }
  const length = across.x ** 2 + across.y ** 2
  const along = length === 0 ? 0 : ((at.x - from.x) * across.x + (at.y - from.y) * across.y) / length
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(at.x - from.x - across.x * share, at.y - from.y - across.y * share)
}
