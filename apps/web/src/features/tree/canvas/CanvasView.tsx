import { plainTextOf } from '@espalier/domain'
import { useLayoutEffect, useRef } from 'react'
import { useCell } from '../../../platform/cell.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import type { Workbench } from '../workbench/workbench.ts'
import styles from './CanvasView.module.css'
import { listenToHand } from './gestures/listen-to-hand.ts'
import { listenToHover } from './hover.ts'
import { NodeLayer } from './NodeLayer.tsx'
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
  const layer = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const links = useRef<HTMLCanvasElement>(null)
  const { scene } = stage.projection
  useCell(stage.projection.picture)
  useLayoutEffect(() => {
    if (root.current === null || layer.current === null || grid.current === null || links.current === null) return
    return attach(bench, stage, { root: root.current, layer: layer.current, grid: grid.current, links: links.current })
  }, [bench, stage])
  useReady(stage, root)
  return (
    <>
      <div
        ref={root}
        className={styles.canvas}
        role="tree"
        aria-label={plainTextOf(title) || 'Project'}
        aria-multiselectable="true"
        data-canvas=""
        data-nodes={stage.projection.nodeCount}
        data-layout={scene.layout}
        data-direction={scene.diagram.direction}
      >
        <div ref={grid} className={styles.grid} role="presentation" />
        <div ref={layer} className={styles.layer} role="presentation">
          <canvas ref={links} className={styles.links} aria-hidden="true" width={0} height={0} />
          <NodeLayer bench={bench} stage={stage} />
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

function attach(bench: Workbench, stage: CanvasStage, surface: Surface): () => void {
  const { projection } = stage
  const detach = projection.attach(surface)
  const stopHand = listenToHand(bench, stage, surface)
  const stopHover = listenToHover(stage, surface.root)
  const theme = window.matchMedia?.('(prefers-color-scheme: dark)')
  const repaint = () => projection.repaint()
  theme?.addEventListener('change', repaint)
  const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => projection.resize())
  sizes?.observe(surface.root)
  return () => {
    sizes?.disconnect()
    theme?.removeEventListener('change', repaint)
    stopHover()
    stopHand()
    detach()
  }
}
