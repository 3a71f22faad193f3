import type { Layout } from '@espalier/domain'

interface LayoutChange {
  readonly before: Layout
  readonly after: Layout
  /** How many node steps could be undone when the layout was changed: its place among them. */
  readonly place: number
}

/** The undo steps of the nodes. */
interface NodeSteps {
  readonly undoSteps: number
  readonly canRedo: boolean
}

/** The person's own changes of the layout, in order with the undo steps of the nodes. */
export interface LayoutHistory {
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Records a change. Returns a function that removes it again, for when the server rejects it. */
  record(after: Layout): () => void
  /** Returns the layout to show if a change of the layout is the next step, else null. */
  undo(): Layout | null
  redo(): Layout | null
  /** A new change of a node clears what can be redone. */
  clearRedo(): void
}

export function createLayoutHistory(getLayout: () => Layout, nodes: NodeSteps): LayoutHistory {
  let done: readonly LayoutChange[] = []
  let undone: readonly LayoutChange[] = []
  // A rejected edit takes its step with it, so a place may be beyond the remaining steps.
  const isNextUndo = ({ place }: LayoutChange): boolean => place >= nodes.undoSteps
  const isNextRedo = ({ place }: LayoutChange): boolean => place <= nodes.undoSteps || !nodes.canRedo
  return {
    get canUndo() {
      return done.length > 0
    },
    get canRedo() {
      return undone.length > 0
    },
    record(after) {
      const change = { before: getLayout(), after, place: nodes.undoSteps }
      done = [...done, change]
      undone = []
      return () => {
        done = done.filter((one) => one !== change)
        undone = undone.filter((one) => one !== change)
      }
    },
    undo() {
      for (let change = done.at(-1); change !== undefined && isNextUndo(change); change = done.at(-1)) {
        done = done.slice(0, -1)
        // If somebody else has changed the layout since, theirs stays and the own change is forgotten.
        if (change.after !== getLayout()) continue
        undone = [...undone, change]
        return change.before
      }
      return null
    },
    redo() {
      for (let change = undone.at(-1); change !== undefined && isNextRedo(change); change = undone.at(-1)) {
        undone = undone.slice(0, -1)
        if (change.before !== getLayout()) continue
        done = [...done, change]
        return change.after
      }
      return null
    },
    clearRedo: () => void (undone = []),
  }
}
