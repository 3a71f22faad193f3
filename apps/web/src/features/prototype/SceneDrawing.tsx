import { useCallback, useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { NodeId } from '@espalier/domain'
import { addressOf, type Plan } from '../../data/plan/index.ts'
import { isStill } from './motion.ts'
import { paintScene } from './scene/paint-scene.ts'
import { type Box, boxOf, type Scene } from './scene/scene.ts'
import styles from './SceneDrawing.module.css'
import { Sheet } from './Sheet.tsx'
import { useSteadySheet } from './use-steady-sheet.ts'

export type Painted = ReturnType<typeof paintScene>

export interface SceneDrawingProps {
  readonly name: string
  readonly plan: Plan
  readonly scene: Scene
  /** The part of the plane that is the sheet, where it is not what the nodes take up. */
  readonly box?: Box
  /** How long what has changed takes to get there; nothing moves for those who asked for that. */
  readonly ms?: number
  /** Instead of opening the node where it is worked on. */
  readonly onPick?: (id: NodeId) => void
  /** For what only d3 does: dragging, zooming. The same function from painting to painting. */
  readonly equip?: (nodes: Painted, world: SVGGElement) => void
}

/** A scene on a sheet that scrolls. Its nodes are for the mouse; for everything else there is the list below the view. */
export function SceneDrawing({ name, plan, scene, box: given, ms = 0, onPick, equip }: SceneDrawingProps) {
  const navigate = useNavigate()
  const box = useMemo(() => given ?? boxOf(scene), [given, scene])
  const world = useSteadySheet(box)
  const pick = useCallback(
    (id: NodeId): void => {
      const address = plan.nodes.some((node) => node.id === id) ? addressOf(plan, id) : null
      if (onPick !== undefined) onPick(id)
      else if (address !== null) void navigate(address)
    },
    [plan, onPick, navigate],
  )
  useEffect(() => {
    if (world.current === null) return
    const nodes = paintScene(world.current, scene, isStill() ? 0 : ms)
    nodes.on('click', (_event, { node }) => pick(node.id))
    equip?.(nodes, world.current)
  }, [world, scene, ms, pick, equip])
  return (
    <Sheet name={name}>
      <svg
        // A drawing, for which no file could be named.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={`${name} of ${plan.title}: ${scene.nodes.length} nodes, listed below`}
        className={styles.drawing}
        width={box.width}
        height={box.height}
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        data-pickable={onPick !== undefined || plan.projectId !== null || undefined}
      >
        <g ref={world}>
          <g data-layer="links" />
          <g data-layer="nodes" />
        </g>
      </svg>
    </Sheet>
  )
}
