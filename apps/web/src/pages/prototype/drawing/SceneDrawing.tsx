import type { NodeId } from '@espalier/domain'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type Plan, planNodeUrl } from '../../../api/plan.ts'
import { isMotionReduced } from '../../../platform/reduced-motion.ts'
import { paintScene } from './paint-scene.ts'
import { findSceneBounds, type PlanScene, type SceneBox, type ScenePoint } from './scene.ts'
import { ScrollArea } from './view-parts.tsx'
import styles from './SceneDrawing.module.css'

/** The drawing begins with its origin in the middle of the sheet, and keeps it where it is seen while it grows or shrinks. */
function useStableScroll(box: SceneBox) {
  const world = useRef<SVGGElement>(null)
  const seen = useRef<ScenePoint>(null)
  useLayoutEffect(() => {
    const sheet = world.current?.ownerSVGElement?.parentElement
    if (sheet == null) return undefined
    // A drawing narrower than its sheet stands in the middle of it.
    const left = Math.max(0, (sheet.clientWidth - box.width) / 2) - box.x
    const wanted = seen.current ?? { x: sheet.clientWidth / 2, y: sheet.clientHeight / 2 }
    sheet.scrollLeft = left - wanted.x
    sheet.scrollTop = -box.y - wanted.y
    return () => {
      seen.current = { x: left - sheet.scrollLeft, y: -box.y - sheet.scrollTop }
    }
  }, [box])
  return world
}

export type PaintedNodes = ReturnType<typeof paintScene>

export interface SceneDrawingProps {
  readonly name: string
  readonly plan: Plan
  readonly scene: PlanScene
  /** The part of the plane that is the sheet, where it is not what the nodes take up. */
  readonly box?: SceneBox
  /** How long what has changed takes to get there; nothing moves for those who asked for that. */
  readonly ms?: number
  /** Instead of opening the node where it is worked on. */
  readonly onPick?: (id: NodeId) => void
  /** For what only d3 does: dragging, zooming. The same function from painting to painting. */
  readonly afterPaint?: (nodes: PaintedNodes, world: SVGGElement) => void
}

/** A scene on a sheet that scrolls. Its nodes are for the mouse; for everything else there is the list below the view. */
export function SceneDrawing({ name, plan, scene, box: given, ms = 0, onPick, afterPaint: equip }: SceneDrawingProps) {
  const navigate = useNavigate()
  const box = useMemo(() => given ?? findSceneBounds(scene), [given, scene])
  const world = useStableScroll(box)
  const pick = useCallback(
    (id: NodeId): void => {
      const address = plan.nodes.some((node) => node.id === id) ? planNodeUrl(plan, id) : null
      if (onPick !== undefined) onPick(id)
      else if (address !== null) void navigate(address)
    },
    [plan, onPick, navigate],
  )
  useEffect(() => {
    if (world.current === null) return
    const nodes = paintScene(world.current, scene, isMotionReduced() ? 0 : ms)
    nodes.on('click', (_event, { node }) => pick(node.id))
    equip?.(nodes, world.current)
  }, [world, scene, ms, pick, equip])
  return (
    <ScrollArea name={name}>
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
    </ScrollArea>
  )
}
