import type { NodeId } from '@espalier/domain'
import { useState } from 'react'
import { FileButton } from '../../../actions/exchange/FileButton.tsx'
import type { Edited } from '../../../data/board/board.ts'
import { Button } from '../../../ui/Button.tsx'
import { goToNode, acceptedOrNotify } from '../workbench/acting.ts'
import { tryAction } from '../workbench/intent.ts'
import { createFirstNodeAction } from '../workbench/intents/adding.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import styles from './EmptyProject.module.css'
import { PasteOutlineDialog } from './OutlineDialog.tsx'
import { insertExampleNodes } from './plant-example.ts'

export function StartOptions({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const [isPasting, setPasting] = useState(false)
  return (
    <>
      <p>Start with what you want to reach. Enter or Tab begins, too.</p>
      <div className={styles.ways}>
        <Button variant="primary" onClick={() => tryAction(createFirstNodeAction, workspace, null)}>
          Create node
        </Button>
        <Button onClick={() => setPasting(true)}>Paste an outline</Button>
        <FileButton onFile={(file) => workspace.dialog.set({ kind: 'import', file, nodeId: null, isAsked: false })}>
          Import a file
        </FileButton>
        <Button onClick={() => showInsertedNodes(workspace, insertExampleNodes(workspace.board.edits))}>Take a short example</Button>
      </div>
      {isPasting && (
        <PasteOutlineDialog
          onClose={() => setPasting(false)}
          onBranches={(branches) => {
            setPasting(false)
            showInsertedNodes(workspace, workspace.board.edits.insertBranches({ kind: 'root' }, branches))
          }}
        />
      )}
    </>
  )
}

function showInsertedNodes(workspace: ProjectWorkspace, planted: Edited<readonly NodeId[]>): void {
  if (!acceptedOrNotify(workspace, planted)) return
  workspace.map.fit()
  const [first] = planted.value
  if (first !== undefined) goToNode(workspace, first)
}
