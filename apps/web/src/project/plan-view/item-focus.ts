import type { NodeId } from '@espalier/domain'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

/** Focuses items of a view, also those that are not in the document yet. */
export abstract class ViewFocus {
  readonly #workspace: ProjectWorkspace
  #wanted: NodeId | null = null

  constructor(workspace: ProjectWorkspace) {
    this.#workspace = workspace
  }

  /** Returns the element that takes the focus for a node; null: it is not drawn. */
  abstract findElement(id: NodeId): HTMLElement | null

  focus(id: NodeId): void {
    this.#wanted = id
    this.resume()
  }

  /** Gives up an item that is not drawn yet. */
  cancel(): void {
    this.#wanted = null
  }

  /** Called after items were rendered. */
  resume(): void {
    if (this.#wanted === null) return
    // A text that is being written keeps the focus.
    if (this.isWriting()) return this.cancel()
    const element = this.findElement(this.#wanted)
    if (element === null) return
    this.cancel()
    this.focusElement(element)
  }

  protected isWriting(): boolean {
    return this.#workspace.editing.get() !== null
  }

  protected focusElement(element: HTMLElement): void {
    element.focus({ preventScroll: true })
  }
}

/** Focuses the items of a view that finds them itself. */
export class ItemFocus extends ViewFocus {
  readonly #find: (id: NodeId) => HTMLElement | null

  constructor(workspace: ProjectWorkspace, find: (id: NodeId) => HTMLElement | null) {
    super(workspace)
    this.#find = find
  }

  override findElement(id: NodeId): HTMLElement | null {
    return this.#find(id)
  }
}
