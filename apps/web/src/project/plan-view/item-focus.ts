import type { NodeId } from '@espalier/domain'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

/** Focuses items of a view, also those that are not in the document yet. */
export class ItemFocus {
  readonly #workspace: ProjectWorkspace
  readonly #find: (id: NodeId) => HTMLElement | null
  #wanted: NodeId | null = null

  constructor(workspace: ProjectWorkspace, find: (id: NodeId) => HTMLElement | null) {
    this.#workspace = workspace
    this.#find = find
  }

  focus(id: NodeId): void {
    this.#wanted = id
    this.resume()
  }

  /** Called after items were rendered. */
  resume(): void {
    if (this.#wanted === null) return
    // A text that is being written keeps the focus.
    if (this.#workspace.editing.get() !== null) {
      this.#wanted = null
      return
    }
    const element = this.#find(this.#wanted)
    if (element === null) return
    this.#wanted = null
    element.focus({ preventScroll: true })
  }
}
