import type { NodeId } from '@espalier/domain'
import type { WritableCell } from '../../platform/cell.ts'
import type { PlanStage } from '../workspace/plan-stage.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { ViewFocus } from './item-focus.ts'
import { announceIn } from './view-frame.tsx'

/** The rows of a view, of which only those near the viewport are in the document. */
interface RowList {
  readonly workspace: ProjectWorkspace
  readonly announcement: WritableCell<string>
  at(index: number): { readonly key: string } | undefined
  /** Returns the index of a row by its key. The first row of a node has the node's id as its key. */
  indexOf(key: string): number
  /** Returns the index of a node's row: the one that the person works in, or the first. */
  findIndex(id: NodeId): number
  scrollTo(index: number, isCentred: boolean): void
}

/** Focuses rows, also those that are not in the document yet. */
export class RowFocus extends ViewFocus {
  readonly #list: RowList
  /** The element around the rows. */
  protected root: HTMLElement | null = null

  constructor(list: RowList) {
    super(list.workspace)
    this.#list = list
  }

  /** Called when the rows have an element. */
  attach(root: HTMLElement | null): void {
    this.root = root
  }

  findRow(id: NodeId): HTMLElement | null {
    const key = this.#list.at(this.#list.findIndex(id))?.key
    const drawn = this.root?.querySelectorAll<HTMLElement>('[data-row-key]') ?? []
    for (const element of drawn) if (element.dataset['rowKey'] === key) return element
    return null
  }

  override findElement(id: NodeId): HTMLElement | null {
    return this.findRow(id)
  }
}

/** Answers the questions to which every view with rows has the same answer. */
export function createRowStage(
  list: RowList,
  focus: RowFocus,
): Pick<PlanStage, 'reveal' | 'focus' | 'getScreenRect' | 'isShown' | 'announce'> {
  const reveal: PlanStage['reveal'] = (id, { isCentred = false } = {}) => {
    const index = list.findIndex(id)
    if (index >= 0) list.scrollTo(index, isCentred)
  }
  return {
    reveal,
    focus(id) {
      reveal(id)
      focus.focus(id)
    },
    getScreenRect: (id) => focus.findElement(id)?.getBoundingClientRect() ?? null,
    isShown: (id) => list.indexOf(id) >= 0,
    announce: (text) => announceIn(list.announcement, text),
  }
}
