import { accept, type NodeId } from '@espalier/domain'
import { exampleNodes } from '../../../actions/example/example.ts'
import type { BoardEdits, Edited } from '../../../data/board/board.ts'

/** Puts the example into a project; one undo takes all of it back. Answers its topmost nodes. */
export const insertExampleNodes = (edits: BoardEdits): Edited<readonly NodeId[]> =>
  edits.group(() => {
    const made = new Map<NodeId, NodeId>()
    for (const { id, parentIds, ...fields } of exampleNodes) {
      const [parentId, ...others] = parentIds.flatMap((one) => made.get(one) ?? [])
      const created = edits.create(parentId === undefined ? { kind: 'root' } : { kind: 'child', parentId }, fields)
      if (!created.ok) return created
      made.set(id, created.value)
      for (const other of others) edits.addParent(created.value, other)
    }
    return accept([...made.values()].slice(0, 1))
  })
