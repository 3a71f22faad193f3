import { type NodeId, toPlainText } from '@espalier/domain'
import { useState } from 'react'
import type { ImportSummary } from '../../api/file-import.ts'
import { ImportDialog } from '../../import-export/ImportDialog.tsx'
import { projectExportTexts } from '../../texts/project-export.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

interface ImportIntoProjectProps {
  readonly workspace: ProjectWorkspace
  readonly file: File
  /** Null: its topmost nodes become roots. */
  readonly nodeId: NodeId | null
  readonly isAsked: boolean
}

/** Imports a file into the open project. */
export function ImportIntoProject({ workspace, file, nodeId, isAsked }: ImportIntoProjectProps) {
  const { client } = workspace
  const [into] = useState(() => {
    const node = client.node(nodeId ?? '')
    const { title: projectTitle, owner, sharing, ...details } = client.project.get()
    const title = node === undefined ? projectTitle : toPlainText(node.title)
    const { tags, stages, fieldDefinitions, estimateUnit } = details
    return {
      projectId: client.projectId,
      parentId: nodeId,
      title: title || projectExportTexts.untitled,
      lists: { tags, stages, fieldDefinitions, estimateUnit },
      memberIds: [...new Set([owner, ...Object.keys(sharing.users)])],
    }
  })
  const close = () => workspace.dialog.set(null)
  return (
    <ImportDialog
      file={file}
      into={into}
      isAsked={isAsked}
      onImported={(imported) => {
        close()
        void showImportedNodes(workspace, nodeId, imported)
      }}
      onClose={close}
    />
  )
}

/** Unfolds, selects and reveals the imported nodes. */
async function showImportedNodes(
  { client, map, selection }: ProjectWorkspace,
  parentId: NodeId | null,
  imported: ImportSummary,
): Promise<void> {
  const wasEmpty = client.graph.livingCount === 0
  await client.adoptImported(imported)
  const [first] = imported.nodeIds
  if (first === undefined || client.node(first) === undefined) return
  if (parentId !== null && client.node(parentId)?.hideChildren === true) {
    client.edits.change(parentId, { hideChildren: false })
  }
  selection.set({ ids: new Set([first]), current: first })
  if (wasEmpty) map.fit()
  map.focus(first)
}
