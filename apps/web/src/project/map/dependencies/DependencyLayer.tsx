import type { NodeId } from '@espalier/domain'
import { useLayoutEffect, useRef } from 'react'
import type { ProjectWorkspace } from '../../workspace/project-workspace.ts'
import type { MapController } from '../rendering/map-controller.ts'
import { type Dependency, paintArrows, readArrowColors } from './arrow-painter.ts'
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
    let all: readonly Dependency[] | null = null
    let frame = 0
    const listShown = (): readonly Dependency[] =>
      arrows.get().showAll ? (all ??= listAll(workspace)) : listAround(workspace, selection.get().ids)
    const paint = (): void => {
      frame = 0
      const { area } = renderer.rendered.get()
      if (area !== null) paintArrows(element, renderer.scene, area, listShown(), colors, presses.get())
    }
    const paintSoon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(paint)
    }
    const presses = followArrowPresses(workspace, map, listShown, paintSoon)
    const scheme = window.matchMedia?.('(prefers-color-scheme: dark)')
    const recolor = (): void => {
      colors = readArrowColors(element)
      paintSoon()
    }
    const stops = [
      client.listen(() => {
        all = null
        paintSoon()
      }),
      renderer.rendered.subscribe(paintSoon),
      selection.subscribe(paintSoon),
      arrows.subscribe(paintSoon),
      presses.stop,
    ]
    scheme?.addEventListener('change', recolor)
    paint()
    return () => {
      cancelAnimationFrame(frame)
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
