import type { ReactNode } from 'react'
import type { WritableCell } from '../../platform/cell.ts'
import { getMapController } from '../map/rendering/map-controller.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { Presentation } from './Presentation.tsx'

/** Presents the plan until the person ends it, and gives back the selection, the lens and the view as they were. */
export function startPresentation(workspace: ProjectWorkspace, presentation: WritableCell<ReactNode>): void {
  const { selection, lens, editing } = workspace
  const { renderer } = getMapController(workspace.map)
  const before = {
    selection: selection.get(),
    lens: lens.get(),
    viewport: renderer.viewport,
    isPlaced: renderer.viewport.x !== 0 || renderer.viewport.y !== 0 || workspace.view.get() === 'map',
  }
  if (presentation.get() !== null) return
  const { activeElement } = document
  editing.set(null)
  const isLiving = (id: string) => workspace.client.node(id) !== undefined
  const end = () => {
    if (presentation.get() !== shown) return
    presentation.set(null)
    lens.set(before.lens)
    const { ids, current } = before.selection
    selection.set({
      ids: new Set([...ids].filter(isLiving)),
      current: current !== null && isLiving(current) ? current : null,
    })
    // A map that was never opened goes to its own first place.
    if (before.isPlaced) {
      renderer.moveTo(before.viewport)
      renderer.publishViewport()
    }
    // The page can be focused again once the presentation has left it.
    requestAnimationFrame(() => {
      if (activeElement instanceof HTMLElement && activeElement.isConnected)
        activeElement.focus({ preventScroll: true })
    })
  }
  const shown = <Presentation workspace={workspace} startId={before.selection.current} onEnd={end} />
  presentation.set(shown)
}
