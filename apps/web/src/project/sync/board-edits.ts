import { refuse, sharingTexts } from '@espalier/domain'
import type { ReplicaEdits } from '@espalier/sync'
import type { BoardEdits, Edited, UnsavedTexts } from './board.ts'
import type { ProjectCell } from './project-cell.ts'
import type { recentTexts } from './recent-texts.ts'

interface EditParts {
  readonly edits: ReplicaEdits
  readonly project: ProjectCell
  readonly texts: ReturnType<typeof recentTexts>
  readonly unsaved: UnsavedTexts
  canEdit(): boolean
  /** What there is to send, to undo or to redo may have changed. */
  onEdited(): void
}

/** The edits of a person: refused here already where they may not, and sent behind. */
export function boardEdits({ edits, project, texts, unsaved, canEdit, onEdited }: EditParts): BoardEdits {
  function may<Value>(edit: () => Edited<Value>): Edited<Value> {
    if (!canEdit()) return refuse(sharingTexts.denied)
    const edited = edit()
    onEdited()
    return edited
  }
  return {
    create: (place, fields) => may(() => edits.create(place, fields)),
    discard(id) {
      if (!canEdit()) return
      edits.discard(id)
      onEdited()
    },
    change: (id, fields, mergeKey) =>
      may(() => {
        texts.wrote(id, fields)
        // What is typed now takes the place of what could not be stored before.
        if (fields.title !== undefined) unsaved.forget(id, 'title')
        if (fields.body !== undefined) unsaved.forget(id, 'body')
        return edits.change(id, fields, mergeKey)
      }),
    changeMany: (ids, fields) => may(() => edits.changeMany(ids, fields)),
    deleteNode: (id) => may(() => edits.deleteNode(id)),
    deleteBranches: (ids, gatherKey) => may(() => edits.deleteBranches(ids, gatherKey)),
    adopt(ids, gatherKey) {
      edits.adopt(ids, gatherKey)
      onEdited()
    },
    move: (ids, drop, isAlone) => may(() => edits.move(ids, drop, isAlone)),
    addParent: (id, parentId) => may(() => edits.addParent(id, parentId)),
    removeParent: (id, parentId) => may(() => edits.removeParent(id, parentId)),
    insertBranches: (place, branches) => may(() => edits.insertBranches(place, branches)),
    group(edit) {
      const value = edits.group(edit)
      onEdited()
      return value
    },
    undo: () => may(() => edits.undo()),
    redo: () => may(() => edits.redo()),
    rename: (title) => project.rename(title),
    setLayout: (layout) => project.change({ layout }),
  }
}
