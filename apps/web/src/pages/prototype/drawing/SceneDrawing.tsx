import type { NodeId } from '@espalier/domain'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { type Plan, planNodeUrl } from '../../../api/plan.ts'
import { useNavigate } from '../../../platform/router.tsx'
import { isMotionReduced } from '../../../platform/timing.ts'
import { prototypeTexts } from '../../../texts/prototypes.ts'
import { paintScene } from './paint-scene.ts'
import { findSceneBounds, type PlanScene, type SceneBox, type ScenePoint } from './scene.ts'
import { ScrollArea } from './view-parts.tsx'
import styles from './SceneDrawing.module.css'

/**
 * Starts with the drawing's origin in the middle of the sheet and keeps it in place while the drawing grows or shrinks.
 */
function useStableScroll(box: SceneBox) {
  const world = useRef<SVGGElement>(null)
  const seen = useRef<ScenePoint>(null)
  useLayoutEffect(() => {
    const sheet = world.current?.ownerSVGElement?.parentElement
    if (sheet == null) return undefined
    // A drawing narrower than its sheet is centered.
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
  /** The visible part of the plane, if it is not the nodes' bounding box. */
  readonly box?: SceneBox
  /** The duration of transitions; nothing moves with reduced motion. */
  readonly ms?: number
  /** Called instead of opening the node in its project. */
  readonly onPick?: (id: NodeId) => void
  /** For things only d3 does, such as dragging and zooming. It must be the same function for every paint. */
  readonly afterPaint?: (nodes: PaintedNodes, world: SVGGElement) => void
}

/** Draws a scene on a scrolling sheet. Its nodes are for the mouse; the list below the view serves everything else. */
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
        // An inline drawing has no image file.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={prototypeTexts.drawing(name, plan.title, scene.nodes.length)}
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
