import { limits, type NodeId, nodeLinksId } from '@espalier/domain'
import type { Point } from '@espalier/layout'
import { useLayoutEffect, useRef } from 'react'
import { useCell } from '../../platform/cell.ts'
import { unsavedTitles } from '../editor/title-session.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { NodeBox, NodeLinksBox } from './node/NodeBox.tsx'
import type { MapController } from './rendering/map-controller.ts'
import type { MapScene } from './scene/map-scene.ts'

interface NodeLayerProps {
  readonly workspace: ProjectWorkspace
  readonly map: MapController
}

/** The drawn nodes in tree order. Only those are drawn again of which something has changed. */
export function NodeLayer({ workspace, map }: NodeLayerProps) {
  const { renderer, nodeFocus } = map
  const { ids, drift } = useCell(renderer.rendered)
  useCell(unsavedTitles)
  const before = useRef<NodePositions>(new Map())
  useLayoutEffect(() => {
    const places = readNodePositions(ids, renderer.scene)
    if (drift !== null && renderer.surface !== null) animateMoves(renderer.surface.layer, before.current, places, drift)
    before.current = places
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

/** More boxes than this are put where they belong at once: moving them all takes longer than the transition. */
const maxAnimatedNodes = 200
const durationMs = limits.transitionMs.max

function readNodePositions(ids: readonly NodeId[], scene: MapScene): NodePositions {
  const { diagram } = scene
  const places = new Map<NodeId, Point>()
  for (const id of ids) {
    const slot = diagram.findSlot(id)
    if (slot !== undefined) {
      places.set(id, { x: diagram.boxes.left[slot] as number, y: diagram.boxes.top[slot] as number })
    }
  }
  return places
}

const prefersReducedMotion = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches !== false

/** Lets boxes that already stand elsewhere come from where they stood on the screen. */
function animateMoves(layer: HTMLElement, before: NodePositions, after: NodePositions, drift: Point): void {
  const ways = new Map<NodeId, Point>()
  for (const [id, { x, y }] of after) {
    const from = before.get(id)
    if (from === undefined) continue
    const way = { x: from.x - x + drift.x, y: from.y - y + drift.y }
    if (Math.abs(way.x) >= 1 || Math.abs(way.y) >= 1) ways.set(id, way)
  }
  if (ways.size === 0 || ways.size > maxAnimatedNodes || prefersReducedMotion()) return
  for (const node of layer.children) {
    const way = node instanceof HTMLElement ? ways.get(node.dataset['nodeId'] ?? '') : undefined
    if (way !== undefined) {
      const start = { transform: `translate(${way.x}px, ${way.y}px)` }
      node.animate([start, { transform: 'none' }], { duration: durationMs, easing: 'ease-out' })
    }
  }
}
