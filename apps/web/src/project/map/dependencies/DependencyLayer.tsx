import type { NodeId } from '@espalier/domain'
import { useLayoutEffect, useRef } from 'react'
import type { ProjectWorkspace } from '../../workspace/project-workspace.ts'
import type { MapController } from '../rendering/map-controller.ts'
import { createArrowCanvas } from './arrow-canvas.ts'
import {
  type Dependency,
  findArrows,
  placeDependencies,
  type PlacedDependencies,
  readArrowColors,
} from './arrow-painter.ts'
import { followArrowPresses } from './arrow-selection.ts'
import styles from './DependencyLayer.module.css'

interface DependencyLayerProps {
  readonly workspace: ProjectWorkspace
  readonly map: MapController
}

/** Arrows from blockers to the nodes that wait for them, on a canvas of their own below the boxes. */
export function DependencyLayer({ workspace, map }: DependencyLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { client, selection, arrows } = workspace
  const { renderer } = map
  useLayoutEffect(() => {
    const element = canvas.current
    if (element === null) return undefined
    let colors = readArrowColors(element)
    let placed: PlacedDependencies | null = null
    let paintedArea: object | null = null
    let frame = 0
    const getPlaced = (): PlacedDependencies => {
      if (placed?.structure !== renderer.scene.structure) placed = null
      const { showAll } = arrows.get()
      placed ??= placeDependencies(
        renderer.scene,
        showAll ? listAll(workspace) : listAround(workspace, selection.get().ids),
      )
      return placed
    }
    const paint = (): void => {
      frame = 0
      const { area } = renderer.rendered.get()
      if (area === null) return
      const found = findArrows(renderer.scene, getPlaced(), area.area, presses.get())
      paintedArea = area
      painter.paint(area, found, colors)
    }
    const paintSoon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(paint)
    }
    // Every drawn box and every hovered one is reported too; only another area, or boxes elsewhere, need a paint.
    const paintNewArea = (): void => {
      if (renderer.rendered.get().area !== paintedArea && !painter.isWaiting) paintSoon()
    }
    const painter = createArrowCanvas(element, renderer, paintSoon)
    const replace = (): void => {
      placed = null
      paintSoon()
    }
    const presses = followArrowPresses(workspace, map, () => getPlaced().list, paintSoon)
    const scheme = window.matchMedia?.('(prefers-color-scheme: dark)')
    const recolor = (): void => {
      colors = readArrowColors(element)
      paintSoon()
    }
    const stops = [
      client.listen(replace),
      renderer.rendered.subscribe(paintNewArea),
      selection.subscribe(() => {
        if (!arrows.get().showAll) replace()
      }),
      arrows.subscribe(replace),
      presses.stop,
    ]
    scheme?.addEventListener('change', recolor)
    paint()
    return () => {
      cancelAnimationFrame(frame)
      painter.stop()
      scheme?.removeEventListener('change', recolor)
      for (const stop of stops) stop()
    }
  }, [workspace, map, client, selection, arrows, renderer])
  return <canvas ref={canvas} className={styles.arrows} aria-hidden="true" data-dependencies="0" width={0} height={0} />
}

/** Lists every pair of a blocker and a node that waits for it. */
function listAll({ client }: ProjectWorkspace): readonly Dependency[] {
  const all: Dependency[] = []
  for (const node of client.nodes()) {
    for (const blockerId of node.blockedByIds) addDependency(client, all, blockerId, node.id)
  }
  return all
}

/** Lists the pairs in which one of these nodes is the blocker or the blocked one, each once. */
function listAround({ client }: ProjectWorkspace, ids: ReadonlySet<NodeId>): readonly Dependency[] {
  const around: Dependency[] = []
  for (const id of ids) {
    for (const blockerId of client.node(id)?.blockedByIds ?? []) addDependency(client, around, blockerId, id)
    for (const blockedId of client.graph.blockedIds(id)) {
      if (!ids.has(blockedId)) addDependency(client, around, id, blockedId)
    }
  }
  return around
}

function addDependency({ node }: ProjectWorkspace['client'], to: Dependency[], fromId: NodeId, toId: NodeId): void {
  const blocker = node(fromId)
  if (blocker !== undefined && node(toId) !== undefined) to.push({ fromId, toId, isOpen: blocker.status !== 'done' })
}
