import { accept, refuse, type Result } from '../core/result.ts'
import { diffNode, type FieldValues, getFieldValue, invertDiffs, type NodeDiff } from '../node/diff.ts'
import { mergeSetChange, nodeFields } from '../node/record.ts'

/** Changes that belong together: applied in order, undone in reverse. */
export type ChangeGroup = readonly NodeDiff[]

/** A person's own changes. Both stacks are unbounded, the latest group last. */
export interface UndoStacks {
  readonly undo: readonly ChangeGroup[]
  readonly redo: readonly ChangeGroup[]
}

export const emptyUndoStacks: UndoStacks = { undo: [], redo: [] }

/** Reads a node's current fields; undefined when the node is gone for good. */
export type ReadNodeFields = (id: string) => FieldValues | undefined

export interface UndoPlan {
  /** The history after the steps have been stored. If they are refused, keep the previous one. */
  readonly history: UndoStacks
  /** The changes to make now, in this order. */
  readonly steps: ChangeGroup
}

/** Records an own change and clears the redo stack. Changes made by undo and redo are not recorded again. */
export function recordUndoGroup(history: UndoStacks, group: ChangeGroup): UndoStacks {
  if (group.length === 0) return history
  return { undo: [...history.undo, group], redo: [] }
}

/** The values found at undo become the redo record, so that a redo restores others' edits made in between. */
export function planUndo(history: UndoStacks, read: ReadNodeFields): Result<UndoPlan, 'nothing-to-undo'> {
  const group = history.undo.at(-1)
  if (group === undefined) return refuse('nothing-to-undo')
  const steps = readjustSteps(invertDiffs(group), read)
  return accept({ steps, history: { undo: history.undo.slice(0, -1), redo: [...history.redo, invertDiffs(steps)] } })
}

export function planRedo(history: UndoStacks, read: ReadNodeFields): Result<UndoPlan, 'nothing-to-redo'> {
  const group = history.redo.at(-1)
  if (group === undefined) return refuse('nothing-to-redo')
  const steps = readjustSteps(group, read)
  return accept({ steps, history: { undo: [...history.undo, steps], redo: history.redo.slice(0, -1) } })
}

const setNames = new Set(nodeFields.all.filter(({ isSet }) => isSet).map(({ name }) => name))

function readjustSteps(wanted: ChangeGroup, read: ReadNodeFields): NodeDiff[] {
  const current = new Map<string, FieldValues>()
  const steps: NodeDiff[] = []
  for (const step of wanted) {
    const present = current.get(step.id) ?? read(step.id)
    if (present === undefined) continue
    // A field that is already as wanted stays in the record, or the way back would forget it.
    const before = Object.fromEntries(Object.keys(step.after).map((field) => [field, getFieldValue(present, field)]))
    const after = Object.fromEntries(
      Object.entries(step.after).map(([field, value]) => [
        field,
        setNames.has(field) ? mergeSetChange(step.before[field], value, before[field]) : value,
      ]),
    )
    steps.push({ ...step, before, after })
    current.set(step.id, { ...present, ...after })
  }
  return steps
}

/** Returns only the steps that change something and have to be sent. */
export const dropNoOpSteps = (steps: ChangeGroup): NodeDiff[] =>
  steps.filter((step) => diffNode(step.id, step.before, step.after) !== null)
