import { type RefObject, useLayoutEffect, useReducer, useRef } from 'react'
import { useCell } from '../../platform/cell.ts'
import { mapTexts } from '../../texts/map.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { NodeLayer } from './NodeLayer.tsx'
import { listenToGestures } from './gestures/listen-to-gestures.ts'
import { LazyDependencies } from './dependencies/dependencies.tsx'
import { focusNodeOnButtonPress, panOnBrowserScroll, trackHover, useMapReady } from './map-listeners.ts'
import { LazyOthersLayer } from './presence/presence.tsx'
import { getMapController, type MapController } from './rendering/map-controller.ts'
import { type MapSurface, statusMarkStyle } from './rendering/map-surface.ts'
import themeStyles from './theme/map-theme.module.css'
import styles from './MapView.module.css'

interface MapViewProps {
  readonly workspace: ProjectWorkspace
}

/**
 * The canvas of a project. React draws the nodes; the surface moves the layer. People wrote the titles, so a browser must
 * not translate them; the names of buttons on the canvas are ours.
 */
export function MapView({ workspace }: MapViewProps) {
  const map = getMapController(workspace.map)
  const title = useCell(workspace.client.project, (project) => project.title)
  const theme = useCell(workspace.mapTheme)
  const root = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const links = useRef<HTMLCanvasElement>(null)
  const { scene } = map.renderer
  useCell(map.renderer.rendered)
  const [, drawAtOnce] = useReducer((times: number) => times + 1, 0)
  useLayoutEffect(() => {
    const surface = readSurface({ root, frame, layer, grid, links })
    if (surface === null) return undefined
    const detach = attachMap(workspace, map, surface)
    // Cells notify only after a painted frame; without this the first frame would have no nodes.
    drawAtOnce()
    return detach
  }, [workspace, map])
  const paintedTheme = useRef(theme)
  useLayoutEffect(() => {
    // Opening a project paints the links of the view only; this would paint those around it too.
    if (paintedTheme.current === theme) return
    paintedTheme.current = theme
    map.renderer.repaint()
  }, [map, theme])
  useMapReady(map, root)
  return (
    <>
      <div
        ref={root}
        className={joinClasses(styles.canvas, themeStyles.theme)}
        style={statusMarkStyle}
        role="tree"
        tabIndex={-1}
        translate="no"
        aria-label={title || mapTexts.project}
        aria-multiselectable="true"
        data-canvas=""
        data-map-theme={theme}
        data-nodes={map.renderer.nodeCount}
        data-layout={scene.layout}
        data-direction={scene.diagram.direction}
      >
        <div ref={frame} className={styles.frame} role="presentation">
          <div className={styles.ground} role="presentation">
            <div ref={grid} className={styles.grid} role="presentation" />
            <div ref={layer} className={styles.layer} role="presentation">
              <canvas ref={links} className={styles.links} aria-hidden="true" width={0} height={0} />
              <LazyDependencies workspace={workspace} map={map} />
              <LazyOthersLayer workspace={workspace} map={map} part="outlines" />
              <NodeLayer workspace={workspace} map={map} />
              <LazyOthersLayer workspace={workspace} map={map} part="names" />
            </div>
          </div>
        </div>
      </div>
      <LiveRegion map={map} />
    </>
  )
}

function LiveRegion({ map }: { readonly map: MapController }) {
  const message = useCell(map.announcement)
  return (
    <VisuallyHidden>
      <span aria-live="polite" aria-atomic="true">
        {message}
      </span>
    </VisuallyHidden>
  )
}

type SurfaceRefs = { readonly [Part in keyof MapSurface]: RefObject<MapSurface[Part] | null> }

function readSurface({ root, frame, layer, grid, links }: SurfaceRefs): MapSurface | null {
  if (root.current === null || frame.current === null || layer.current === null) return null
  if (grid.current === null || links.current === null) return null
  return { root: root.current, frame: frame.current, layer: layer.current, grid: grid.current, links: links.current }
}

function attachMap(workspace: ProjectWorkspace, map: MapController, surface: MapSurface): () => void {
  const { renderer } = map
  const { root } = surface
  const stops = [
    renderer.attach(surface),
    listenToGestures(workspace, map, surface),
    trackHover(map, root),
    focusNodeOnButtonPress(root),
    panOnBrowserScroll(map, surface.frame),
    onThemeChange(() => renderer.repaint()),
    onResize(root, () => renderer.resize()),
  ]
  return () => {
    for (const stop of stops.toReversed()) stop()
  }
}

function onThemeChange(listener: () => void): () => void {
  const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => window.matchMedia?.(query))
  for (const query of queries) query?.addEventListener('change', listener)
  return () => {
    for (const query of queries) query?.removeEventListener('change', listener)
  }
}

function onResize(root: HTMLElement, listener: () => void): () => void {
  if (typeof ResizeObserver === 'undefined') return () => undefined
  const sizes = new ResizeObserver(listener)
  sizes.observe(root)
  return () => sizes.disconnect()
}
