import { type RefObject, useLayoutEffect, useReducer, useRef } from 'react'
import { useCell } from '../../../platform/cell.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { OthersPlace } from '../presence/OthersPlace.tsx'
import type { Workbench } from '../workbench/workbench.ts'
import styles from './CanvasView.module.css'
import { listenToHand } from './gestures/listen-to-hand.ts'
import { listenToHover } from './hover.ts'
import { keepFocusOnNodes } from './keep-focus.ts'
import { NodeLayer } from './NodeLayer.tsx'
import { takeScrollingAsPan } from './scrolling.ts'
import { canvasStageOf, type CanvasStage } from './stage.ts'
import type { Surface } from './surface.ts'
import { useReady } from './use-ready.ts'

interface CanvasViewProps {
  readonly bench: Workbench
}

/** The canvas of a project. React draws the nodes; where the layer lies is none of its business. */
export function CanvasView({ bench }: CanvasViewProps) {
  const stage = canvasStageOf(bench.stage)
  const title = useCell(bench.board.project, (project) => project.title)
  const root = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const links = useRef<HTMLCanvasElement>(null)
  const { scene } = stage.projection
  useCell(stage.projection.picture)
  const [, drawAtOnce] = useReducer((times: number) => times + 1, 0)
  useLayoutEffect(() => {
    const surface = surfaceOf({ root, frame, layer, grid, links })
    if (surface === null) return undefined
    const detach = attach(bench, stage, surface)
    // Cells are listened to once a frame has been painted: without this, one without nodes.
    drawAtOnce()
    return detach
  }, [bench, stage])
  useReady(stage, root)
  return (
    <>
      <div
        ref={root}
        className={styles.canvas}
        role="tree"
        aria-label={title || 'Project'}
        aria-multiselectable="true"
        data-canvas=""
        data-nodes={stage.projection.nodeCount}
        data-layout={scene.layout}
        data-direction={scene.diagram.direction}
      >
        <div ref={frame} className={styles.frame} role="presentation">
          <div className={styles.ground} role="presentation">
            <div ref={grid} className={styles.grid} role="presentation" />
            <div ref={layer} className={styles.layer} role="presentation">
              <canvas ref={links} className={styles.links} aria-hidden="true" width={0} height={0} />
              <OthersPlace bench={bench} stage={stage} part="outlines" />
              <NodeLayer bench={bench} stage={stage} />
              <OthersPlace bench={bench} stage={stage} part="names" />
            </div>
          </div>
        </div>
      </div>
      <LiveRegion stage={stage} />
    </>
  )
}

function LiveRegion({ stage }: { readonly stage: CanvasStage }) {
  const said = useCell(stage.said)
  return (
    <VisuallyHidden>
      <span aria-live="polite" aria-atomic="true">
        {said}
      </span>
    </VisuallyHidden>
  )
}

type Refs = { readonly [Part in keyof Surface]: RefObject<Surface[Part] | null> }

function surfaceOf({ root, frame, layer, grid, links }: Refs): Surface | null {
  if (root.current === null || frame.current === null || layer.current === null) return null
  if (grid.current === null || links.current === null) return null
  return { root: root.current, frame: frame.current, layer: layer.current, grid: grid.current, links: links.current }
}

function attach(bench: Workbench, stage: CanvasStage, surface: Surface): () => void {
  const { projection } = stage
  const { root } = surface
  const stops = [
    projection.attach(surface),
    listenToHand(bench, stage, surface),
    listenToHover(stage, root),
    keepFocusOnNodes(root),
    takeScrollingAsPan(stage, surface.frame),
    onThemeChange(() => projection.repaint()),
    onResize(root, () => projection.resize()),
  ]
  return () => {
    for (const stop of stops.toReversed()) stop()
  }
}

function onThemeChange(listener: () => void): () => void {
  const theme = window.matchMedia?.('(prefers-color-scheme: dark)')
  theme?.addEventListener('change', listener)
  return () => theme?.removeEventListener('change', listener)
}

function onResize(root: HTMLElement, listener: () => void): () => void {
  if (typeof ResizeObserver === 'undefined') return () => undefined
  const sizes = new ResizeObserver(listener)
  sizes.observe(root)
  return () => sizes.disconnect()
}
