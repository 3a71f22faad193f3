import { limits, type NodeId, nodeLinksId } from '@espalier/domain'
import type { Point } from '@espalier/layout'
import { useLayoutEffect, useRef } from 'react'
import { useCell } from '../../platform/cell.ts'
import { isMotionReduced } from '../../platform/timing.ts'
import { unsavedTitles } from '../editor/title-session.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { NodeBox, NodeLinksBox } from './node/NodeBox.tsx'
import type { MapController } from './rendering/map-controller.ts'
import type { MapScene } from './scene/map-scene.ts'

interface NodeLayerProps {
  readonly workspace: ProjectWorkspace
  readonly map: MapController
}

/** Renders the visible nodes in tree order. Only changed ones are rendered again. */
export function NodeLayer({ workspace, map }: NodeLayerProps) {
  const { renderer, nodeFocus } = map
  const { ids, drift } = useCell(renderer.rendered)
  useCell(unsavedTitles)
  const before = useRef<NodePositions>(new Map())
  useLayoutEffect(() => {
    const positions = readNodePositions(ids, renderer.scene)
    if (drift !== null && renderer.surface !== null)
      animateMoves(renderer.surface.layer, before.current, positions, drift)
    before.current = positions
    nodeFocus.resume()
  }, [ids, drift, renderer, nodeFocus])
  return ids.map((id) => {
    if (id === nodeLinksId) {
      const links = renderer.views.getLinksView()
      return links && <NodeLinksBox key={id} view={links} />
    }
    const view = renderer.views.get(id)
    return view && <NodeBox key={id} workspace={workspace} view={view} />
  })
}

type NodePositions = ReadonlyMap<NodeId, Point>

/** More boxes than this are moved at once, because animating them takes longer than the transition. */
const maxAnimatedNodes = 200
const durationMs = limits.transitionMs.max

function readNodePositions(ids: readonly NodeId[], scene: MapScene): NodePositions {
  const { diagram } = scene
  const positions = new Map<NodeId, Point>()
  for (const id of ids) {
    const slot = diagram.findSlot(id)
    if (slot !== undefined) {
      positions.set(id, { x: diagram.boxes.left[slot] as number, y: diagram.boxes.top[slot] as number })
    }
  }
  return positions
}

/** Animates boxes from their previous screen position to the new one. */
function animateMoves(layer: HTMLElement, before: NodePositions, after: NodePositions, drift: Point): void {
  const offsets = new Map<NodeId, Point>()
  for (const [id, { x, y }] of after) {
    const from = before.get(id)
    if (from === undefined) continue
    const offset = { x: from.x - x + drift.x, y: from.y - y + drift.y }
    if (Math.abs(offset.x) >= 1 || Math.abs(offset.y) >= 1) offsets.set(id, offset)
  }
  if (offsets.size === 0 || offsets.size > maxAnimatedNodes || isMotionReduced()) return
  for (const node of layer.children) {
    const offset = node instanceof HTMLElement ? offsets.get(node.dataset['nodeId'] ?? '') : undefined
    if (offset !== undefined) {
      const start = { transform: `translate(${offset.x}px, ${offset.y}px)` }
      node.animate([start, { transform: 'none' }], { duration: durationMs, easing: 'ease-out' })
    }
  }
}
