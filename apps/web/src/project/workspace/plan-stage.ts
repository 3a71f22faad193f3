import type { MapHandle } from './project-workspace.ts'

/** The questions and requests that another view answers in the place of the map. */
export type PlanStage = Pick<
  MapHandle,
  'reveal' | 'focus' | 'getScreenRect' | 'findNeighbor' | 'shownIds' | 'isShown' | 'announce'
> &
  // A view with a zoom of its own.
  Partial<Pick<MapHandle, 'zoomIn' | 'zoomOut' | 'resetZoom' | 'fit'>>

const ignore = (): void => undefined

/** A view without a zoom: the map that nobody sees must not move either. */
const stillViewport = { zoomIn: ignore, zoomOut: ignore, resetZoom: ignore, fit: ignore, setViewport: ignore }

/**
 * Lets a view answer for the map while it is shown, so that every action, menu and panel works in it unchanged. Returns
 * a function that gives the map its place back.
 */
export function standInForMap(map: MapHandle, stage: PlanStage): () => void {
  const own = { ...map }
  Object.assign(map, stillViewport, stage)
  return () => void Object.assign(map, own)
}
