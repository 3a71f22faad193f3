import type { NodeId } from '@espalier/domain'
import type { StageParts } from '../workbench/create-workbench.ts'
import type { Projection } from './projection.ts'

/** Gives nodes the focus, also those that are yet to be drawn. */
export function createFocusing(projection: Projection, { editing }: Pick<StageParts, 'editing'>) {
  let wanted: NodeId | null = null

  function elementOf(id: NodeId): HTMLElement | null {
    const nodes = projection.surface?.layer.children ?? []
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
    projection.pinned = null
    // A click may have asked for the node while its editor opens: the editor has the focus then.
    if (!isWriting && !element.contains(document.activeElement?.closest('[role=textbox]') ?? null)) {
      element.focus({ preventScroll: true })
    }
  }

  return {
    elementOf,
    resume,
    focus(id: NodeId): void {
      if (!projection.scene.isShown(id)) return
      wanted = id
      projection.pinned = id
      projection.draw()
      resume()
    },
  }
}
