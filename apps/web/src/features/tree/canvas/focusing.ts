import type { NodeId } from '@espalier/domain'
import type { MapInputs } from '../workbench/create-workbench.ts'
import type { MapRenderer } from './projection.ts'

/** Gives nodes the focus, also those that are yet to be drawn. */
export function createNodeFocus(renderer: MapRenderer, { editing }: Pick<MapInputs, 'editing'>) {
  let wanted: NodeId | null = null

  function elementOf(id: NodeId): HTMLElement | null {
    const nodes = renderer.surface?.layer.children ?? []
    for (const node of nodes) if (node instanceof HTMLElement && node.dataset['nodeId'] === id) return node
    return null
  }

  /** Called when nodes have been drawn. */
  function resume(): void {
    if (wanted === null) return
    const element = elementOf(wanted)
    if (element === null) return
    const isWriting = editing.get()?.nodeId === wanted
    wanted = null
    renderer.pinned = null
    // A click may have asked for the node while its editor opens: the editor has the focus then.
    if (!isWriting && !element.contains(document.activeElement?.closest('[role=textbox]') ?? null)) {
      element.focus({ preventScroll: true })
    }
  }

  return {
    elementOf,
    resume,
    focus(id: NodeId): void {
      if (!renderer.scene.isShown(id)) return
      wanted = id
      renderer.pinned = id
      renderer.draw()
      resume()
    },
  }
}
