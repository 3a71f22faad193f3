import type { NodeId } from '@espalier/domain'
import type { Direction } from '@espalier/layout'
import type { PlanStage } from '../workspace/plan-stage.ts'
import type { OutlineController } from './outline-controller.ts'

/** Focuses rows, also those that are not in the document yet. */
export class RowFocus {
  readonly #outline: OutlineController
  #root: HTMLElement | null = null
  #wanted: NodeId | null = null

  constructor(outline: OutlineController) {
    this.#outline = outline
  }

  /** Called when the rows have an element. */
  attach(root: HTMLElement | null): void {
    this.#root = root
  }

  findElement(id: NodeId): HTMLElement | null {
    const key = this.#outline.at(this.#outline.findIndex(id))?.key
    const drawn = this.#root?.querySelectorAll<HTMLElement>('[data-row-key]') ?? []
    for (const element of drawn) if (element.dataset['rowKey'] === key) return element
    return null
  }

  focus(id: NodeId): void {
    this.#wanted = id
    this.resume()
  }

  /** Called after rows were rendered. */
  resume(): void {
    if (this.#wanted === null) return
    // A text that is being written keeps the focus.
    if (this.#outline.workspace.editing.get() !== null) {
      this.#wanted = null
      return
    }
    const element = this.findElement(this.#wanted)
    if (element === null) return
    this.#wanted = null
    element.focus({ preventScroll: true })
  }
}

/** The questions that the actions of the screen ask of the view that is shown. */
export function createOutlineStage(outline: OutlineController, focus: RowFocus): PlanStage {
  const reveal: PlanStage['reveal'] = (id, { isCentred = false } = {}) => {
    const index = outline.findIndex(id)
    if (index >= 0) outline.scrollTo(index, isCentred)
  }
  return {
    reveal,
    focus(id) {
      reveal(id)
      focus.focus(id)
    },
    getScreenRect: (id) => focus.findElement(id)?.getBoundingClientRect() ?? null,
    findNeighbor: (id, towards) => findRowTowards(outline, id, towards),
    shownIds: () => [...new Set(outline.rows.map(({ id }) => id))],
    isShown: (id) => outline.indexOf(id) >= 0,
    announce(text) {
      // The same text twice in a row would not be announced again.
      const before = outline.announcement.get()
      outline.announcement.set(before === text ? `${text}\u00a0` : text)
    },
  }
}

function findRowTowards(outline: OutlineController, id: NodeId, towards: Direction): NodeId | undefined {
  const index = outline.findIndex(id)
  const row = outline.at(index)
  switch (towards) {
    case 'up':
      return outline.at(index - 1)?.id
    case 'down':
      return outline.at(index + 1)?.id
    case 'left':
      return row?.parentId ?? undefined
    case 'right':
      return row?.isExpanded === true ? outline.at(index + 1)?.id : undefined
  }
}
