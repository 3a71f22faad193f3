import { type NodeId, plainTextOf } from '@espalier/domain'
import { useState } from 'react'
import { ImportDialog } from '../../../actions/exchange/ImportDialog.tsx'
import type { Imported } from '../../../data/exchange/index.ts'
import type { Workbench } from '../workbench/workbench.ts'

interface ImportIntoProps {
  readonly bench: Workbench
  readonly file: File
  /** Null: its topmost nodes become roots. */
  readonly nodeId: NodeId | null
  readonly isAsked: boolean
}

/** A file on its way into the project that is open. */
export function ImportInto({ bench, file, nodeId, isAsked }: ImportIntoProps) {
  const { board } = bench
  const [into] = useState(() => {
    const node = board.node(nodeId ?? '')
    const title = node === undefined ? board.project.get().title : plainTextOf(node.title)
    return { projectId: board.projectId, parentId: nodeId, title: title || 'Untitled' }
  })
  const close = () => bench.dialog.set(null)
  return (
    <ImportDialog
      file={file}
      into={into}
      isAsked={isAsked}
      onImported={(imported) => {
        close()
        void show(bench, nodeId, imported)
      }}
      onClose={close}
    />
  )
}

/** What came is unfolded, selected and in view. */
async function show(
  { board, stage, selection }: Workbench,
  parentId: NodeId | null,
  imported: Imported,
): Promise<void> {
  const wasEmpty = board.graph.livingCount === 0
  await board.takeImported(imported)
  const [first] = imported.nodeIds
  if (first === undefined || board.node(first) === undefined) return
  if (parentId !== null && board.node(parentId)?.hideChildren === true) {
    board.edits.change(parentId, { hideChildren: false })
  }
  selection.set({ ids: new Set([first]), current: first })
  if (wasEmpty) stage.fit()
  stage.focus(first)
}
