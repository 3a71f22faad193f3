import {
  type ChangeGroup,
  diffNode,
  emptyUndoStacks,
  type FieldValues,
  type NodeDiff,
  type NodeId,
  recordUndoGroup,
  type UndoStacks,
} from '@espalier/domain'
import { withoutPlaces } from './sibling-places.ts'

export interface UndoStep {
  readonly operationId: string
  readonly diffs: readonly NodeDiff[]
}

/** A change record that belongs to the undo step of its key. */
interface KeyedDiff extends NodeDiff {
  readonly key?: string
}

/** The person's undoable changes and the state of the operations that made them. */
export interface UndoHistory {
  readonly history: UndoStacks
  /** Adds the steps of an edit. Consecutive changes under one merge key are one step. */
  add(steps: readonly UndoStep[], mergeKey?: string): void
  /** Makes all changes under one key one step, whatever else is done in between. */
  gather(steps: readonly UndoStep[], key: string): void
  /** Everything added inside is one step. */
  group<Value>(edit: () => Value): Value
  /** Records an undo or a redo that was made by these operations. */
  replace(history: UndoStacks, steps: readonly UndoStep[]): void
  /** Removes an operation that had no effect from the history. */
  forgetOperation(operationId: string): void
  /** Marks an operation as stored: from now on it can only be undone. */
  settle(operationId: string): void
  /** Removes every step that created this node. */
  forgetNode(id: NodeId): void
  /** A change that is recorded elsewhere ends the last step and clears the redo stack, like every new change. */
  closeStep(): void
}

export function createUndoHistory(): UndoHistory {
  let history = emptyUndoStacks
  let lastKey: string | null = null
  let depth = 0
  let gathered: NodeDiff[] = []
  let gatheredKey: string | undefined
  const made = new Map<string, readonly NodeDiff[]>()

  function close(group: ChangeGroup, mergeKey: string | undefined): void {
    const previous = history.undo.at(-1)
    const isMerged = mergeKey !== undefined && mergeKey === lastKey && previous !== undefined
    if (isMerged && history.redo.length === 0) {
      const creations = previous.filter(isCreation)
      const changes = previous.filter((diff) => !isCreation(diff))
      const merged = [...creations, ...mergeDiffs([...changes, ...group])]
      for (const [id, diffs] of made) if (diffs.some((diff) => changes.includes(diff))) made.delete(id)
      history = { undo: [...history.undo.slice(0, -1), ...(merged.length > 0 ? [merged] : [])], redo: [] }
      lastKey = merged.length > 0 ? mergeKey : null
      return
    }
    history = recordUndoGroup(history, group)
    lastKey = mergeKey ?? null
  }

  function without(isGone: (diff: NodeDiff) => boolean): void {
    const kept = (groups: readonly ChangeGroup[]): readonly ChangeGroup[] =>
      groups.flatMap((group) => {
        if (!group.some(isGone)) return [group]
        const rest = group.filter((diff) => !isGone(diff))
        return rest.length > 0 ? [rest] : []
      })
    history = { undo: kept(history.undo), redo: kept(history.redo) }
    gathered = gathered.filter((diff) => !isGone(diff))
  }

  return {
    get history() {
      return history
    },
    add(steps, mergeKey) {
      const group = steps.flatMap(({ diffs }) => diffs)
      if (group.length === 0) return
      for (const { operationId, diffs } of steps) made.set(operationId, diffs)
      if (depth === 0) return close(group, mergeKey)
      gathered.push(...group)
      gatheredKey = mergeKey
    },
    gather(steps, key) {
      const group = steps.flatMap(({ diffs }) => diffs.map((diff): KeyedDiff => ({ ...diff, key })))
      const at = history.undo.findIndex((one) => one.some((diff: KeyedDiff) => diff.key === key))
      lastKey = null
      if (at < 0) {
        history = recordUndoGroup(history, group)
        return
      }
      const merged = mergeDiffs([...(history.undo[at] ?? []), ...group])
      history = { ...history, undo: history.undo.toSpliced(at, 1, ...(merged.length > 0 ? [merged] : [])) }
    },
    group(edit) {
      depth += 1
      try {
        return edit()
      } finally {
        depth -= 1
        if (depth === 0 && gathered.length > 0) {
          const group = gathered
          gathered = []
          close(group, gatheredKey)
        }
      }
    },
    replace(next, steps) {
      history = next
      lastKey = null
      for (const { operationId, diffs } of steps) made.set(operationId, diffs)
    },
    forgetOperation(operationId) {
      const gone = new Set(made.get(operationId))
      made.delete(operationId)
      if (gone.size > 0) without((diff) => gone.has(diff))
    },
    settle: (operationId) => void made.delete(operationId),
    forgetNode: (id) =>
      without((diff) => diff.id === id || namesParent(diff.before, id) || namesParent(diff.after, id)),
    closeStep() {
      history = { ...history, redo: [] }
      lastKey = null
    },
  }
}

const isCreation = ({ before }: NodeDiff): boolean => before['isDeleted'] === true

const namesParent = ({ parentIds }: FieldValues, id: NodeId): boolean =>
  Array.isArray(parentIds) && parentIds.includes(id)

/** Returns the values before the first and after the last change of each field. */
function mergeDiffs(group: ChangeGroup): NodeDiff[] {
  const byId = new Map<NodeId, NodeDiff>()
  for (const diff of group) {
    const first = byId.get(diff.id)
    byId.set(
      diff.id,
      first === undefined
        ? diff
        : { ...diff, before: { ...diff.before, ...first.before }, after: { ...first.after, ...diff.after } },
    )
  }
  return [...byId.values()].filter((diff) => {
    const { id, before, after } = withoutPlaces(diff)
    return diffNode(id, before, after) !== null
  })
}
