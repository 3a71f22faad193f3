import { panBy, worldInView } from '@espalier/canvas'
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from 'react'
import { minimapTexts as texts } from '../../texts/minimap.ts'
import { getMapController } from '../map/rendering/map-controller.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { centerOn, computeFrame } from './overview-geometry.ts'
import { OverviewPainter, overviewSize } from './overview-painter.ts'
import styles from './Minimap.module.css'

/** An arrow key moves the view by this share of its size. */
const stepShare = 0.25
const steps: Readonly<Partial<Record<string, readonly [number, number]>>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/** The whole project in a corner. The frame is what the map shows; it is moved by pointer and by arrow keys. */
export function Minimap({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const map = getMapController(workspace.map)
  const canvas = useRef<HTMLCanvasElement>(null)
  const frame = useRef<HTMLButtonElement>(null)
  const painter = useRef<OverviewPainter | null>(null)
  const grip = useRef<{ readonly x: number; readonly y: number } | null>(null)
  useLayoutEffect(() => {
    if (canvas.current === null) return undefined
    const { renderer } = map
    const place = () => placeFrame(map, painter.current, frame.current)
    const present = new OverviewPainter(renderer, canvas.current, place)
    painter.current = present
    const repaint = () => present.paintSoon()
    // The layer is moved without React, by its style.
    const moves = new MutationObserver(place)
    if (renderer.surface !== null)
      moves.observe(renderer.surface.layer, { attributes: true, attributeFilter: ['style'] })
    const scheme = window.matchMedia?.('(prefers-color-scheme: dark)')
    scheme?.addEventListener('change', repaint)
    const stops = [
      // Only a changed layout has a drift.
      renderer.rendered.subscribe(() => {
        if (renderer.rendered.get().drift !== null) repaint()
      }),
      renderer.settledViewport.subscribe(place),
      workspace.mapTheme.subscribe(repaint),
    ]
    repaint()
    return () => {
      for (const stop of stops) stop()
      scheme?.removeEventListener('change', repaint)
      moves.disconnect()
      present.stop()
    }
  }, [map, workspace])

  const moveTo = (event: PointerEvent<HTMLElement>) => {
    const scale = painter.current?.scale
    if (scale == null || grip.current === null) return
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const at = { x: event.clientX - left - grip.current.x, y: event.clientY - top - grip.current.y }
    map.moveViewport(centerOn(at, scale, map.getViewport(), map.renderer.size))
  }
  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    frame.current?.focus({ preventScroll: true })
    const box = frame.current?.getBoundingClientRect()
    // A frame that is gripped off its middle stays under the pointer; elsewhere the view jumps to the pointer.
    const isOnFrame = event.target === frame.current && box !== undefined
    grip.current = isOnFrame
      ? { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 }
      : { x: 0, y: 0 }
    event.currentTarget.setPointerCapture?.(event.pointerId)
    if (!isOnFrame) moveTo(event)
  }
  const release = () => {
    grip.current = null
  }
  const step = (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    const { width, height } = map.renderer.size
    map.moveViewport(panBy(map.getViewport(), by[0] * width * stepShare, by[1] * height * stepShare))
  }
  return (
    <div
      className={styles.minimap}
      data-minimap=""
      onPointerDown={press}
      onPointerMove={moveTo}
      onPointerUp={release}
      onPointerCancel={release}
    >
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- An image element cannot be painted on. */}
      <canvas ref={canvas} role="img" aria-label={texts.overview} className={styles.picture} {...overviewSize} />
      <button ref={frame} type="button" aria-label={texts.shownPart} className={styles.frame} onKeyDown={step} />
    </div>
  )
}

function placeFrame(
  map: ReturnType<typeof getMapController>,
  painter: OverviewPainter | null,
  frame: HTMLButtonElement | null,
): void {
  if (frame === null) return
  frame.hidden = painter?.scale == null
  if (painter?.scale == null) return
  const view = worldInView(map.getViewport(), map.renderer.size)
  const { left, top, width, height } = computeFrame(view, painter.scale, overviewSize)
  Object.assign(frame.style, {
    transform: `translate(${left}px, ${top}px)`,
    width: `${width}px`,
    height: `${height}px`,
  })
}
