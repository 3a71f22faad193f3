import { accept, type Branch, type NodeDrop, type NodeId, type Result, toCreationDiff } from '@espalier/domain'
import { createBranches, createOne, type NewPlace, withRefusalText } from './create-edits.ts'
import { linkParent, moveNodes, unlinkParent } from './move-edits.ts'
import type { NodeFields } from './node-record.ts'
import type { NodeTable } from './node-table.ts'
import type { NodeRequest } from './operations.ts'
import type { Attempted, OptimisticStore, Step } from './optimistic-store.ts'
import type { OwnTexts } from './own-texts.ts'
import type { UndoHistory } from './undo-history.ts'
import { undoOrRedo } from './undo-redo.ts'

/** The result of an edit, or the reason for its refusal as a text for the person. */
export type Edited<Value = null> = Result<Value, string>

/** Each call is one undo step, unless it is made inside `group`. */
export interface NodeEdits {
  /**
   * The title is 'New node' and the color the parent's unless given. Later changes under its `newNodeKey` belong to the
   * same undo step.
   */
  create(place: NewPlace, fields?: NodeFields): Edited<NodeId>
  /** Removes a new node as if it had never existed: no undo step remains. */
  discard(id: NodeId): void
  /** Consecutive changes under one `mergeKey` are one undo step (a title saved while it is typed). */
  change(id: NodeId, fields: NodeFields, mergeKey?: string): Edited
  changeMany(ids: readonly NodeId[], fields: NodeFields): Edited
  /** Makes all of these changes, in this order, or none. */
  changeEach(changes: readonly { readonly id: NodeId; readonly fields: NodeFields }[]): Edited
  /** Moves its children to its parents. Refused for the only node. */
  deleteNode(id: NodeId): Edited
  /** Deletes every node with the descendants that have no other parent. */
  deleteBranches(ids: readonly NodeId[], gatherKey?: string): Edited
  /** With `isAlone`, the children stay behind with the former parents. */
  move(ids: readonly NodeId[], drop: NodeDrop, isAlone?: boolean): Edited
  addParent(id: NodeId, parentId: NodeId): Edited
  removeParent(id: NodeId, parentId: NodeId): Edited
  /** Inserts pasted or imported branches. Returns the ids of the topmost new nodes. */
  insertBranches(place: NewPlace, branches: readonly Branch[]): Edited<readonly NodeId[]>
  /** Adds nodes that the server made for this client to the undo step of this key. Parents come first. */
  adopt(ids: readonly NodeId[], gatherKey: string): void
  /** All edits inside are one undo step. */
  group<Value>(edit: () => Value): Value
  undo(): Edited<readonly NodeId[]>
  redo(): Edited<readonly NodeId[]>
}

/** A change of a new node under this key belongs to the same undo step as its creation. */
export const newNodeKey = (id: NodeId): string => `new ${id}`

interface EditParts {
  readonly present: NodeTable
  readonly copy: OptimisticStore
  readonly past: UndoHistory
  readonly texts: OwnTexts
  readonly newId: () => string
  readonly group: <Value>(edit: () => Value) => Value
  /** Notifies that an edit has been made, undone or redone. */
  notify(origin: 'own' | 'undo' | 'redo'): void
}

export function createEdits({ present, copy, past, texts, newId, group, notify }: EditParts): NodeEdits {
  function edited<Value>(edit: (step: Step) => Edited<Value>, mergeKey?: string, gatherKey?: string): Edited<Value> {
    const attempted = copy.attempt(edit)
    if (!attempted.ok) return attempted
    const { steps } = attempted.value
    if (gatherKey === undefined) past.add(steps, mergeKey)
    else past.gather(steps, gatherKey)
    noteTexts(present, texts, attempted.value)
    notify('own')
    return accept(attempted.value.value)
  }
  const requested = (request: NodeRequest, mergeKey?: string): Edited =>
    edited((step) => {
      const stepped = withRefusalText(step(request))
      return stepped.ok ? accept(null) : stepped
    }, mergeKey)
  function travelled(direction: 'undo' | 'redo'): Edited<readonly NodeId[]> {
    const gone = undoOrRedo({ present, copy, past }, direction)
    notify(direction)
    return gone
  }
  return {
    create(place, fields = {}) {
      const id = newId()
      return edited((step) => createOne({ present, step, newId: () => id }, place, fields), newNodeKey(id))
    },
    discard(id) {
      past.forgetNode(id)
      copy.attempt((step) => withRefusalText(step({ kind: 'update', id, change: { isDeleted: true } })))
      notify('own')
    },
    // The node may have been removed permanently while it was edited.
    change: (id, fields, mergeKey) =>
      present.record(id) === undefined ? accept(null) : requested({ kind: 'update', id, change: fields }, mergeKey),
    changeMany(ids, fields) {
      const [id, ...others] = ids.filter((one) => present.living.node(one) !== undefined)
      if (id === undefined) return accept(null)
      if (others.length === 0) return requested({ kind: 'update', id, change: fields })
      return requested({ kind: 'update-many', ids: [id, ...others], change: fields })
    },
    changeEach: (changes) => edited((step) => stepAll(step, changes)),
    deleteNode: (id) => requested({ kind: 'delete', id }),
    deleteBranches: (ids, gatherKey) => edited((step) => deleteAll(present, step, ids), undefined, gatherKey),
    move: (ids, drop, isAlone = false) =>
      edited((step) => withRefusalText(moveNodes({ present, step }, ids, drop, isAlone))),
    addParent: (nodeId, parentId) =>
      edited((step) => withRefusalText(linkParent({ present, step }, { nodeId, parentId }))),
    removeParent: (nodeId, parentId) =>
      edited((step) => withRefusalText(unlinkParent({ present, step }, { nodeId, parentId }))),
    insertBranches: (place, branches) => edited((step) => createBranches({ present, step, newId }, place, branches)),
    adopt: (ids, gatherKey) => past.gather([{ operationId: '', diffs: ids.map(toCreationDiff) }], gatherKey),
    group,
    undo: () => travelled('undo'),
    redo: () => travelled('redo'),
  }
}

function stepAll(step: Step, changes: Parameters<NodeEdits['changeEach']>[0]): Edited {
  for (const { id, fields } of changes) {
    const stepped = step({ kind: 'update', id, change: fields })
    if (!stepped.ok) return withRefusalText(stepped)
  }
  return accept(null)
}

/** A node that was below another of them is already deleted. */
function deleteAll(present: NodeTable, step: Step, ids: readonly NodeId[]): Edited {
  for (const id of ids) {
    if (ids.length > 1 && present.living.node(id) === undefined) continue
    const deleted = step({ kind: 'delete-branch', id })
    if (!deleted.ok) return withRefusalText(deleted)
  }
  return accept(null)
}

function noteTexts(present: NodeTable, texts: OwnTexts, { steps }: Attempted<unknown>): void {
  for (const { id, after } of steps.flatMap(({ diffs }) => diffs)) {
    const node = present.record(id)
    if (node === undefined) continue
    if ('title' in after) texts.wrote(node, 'title')
    if ('body' in after) texts.wrote(node, 'body')
  }
}
