import { accept, type Branch, type NodeId } from '@espalier/domain'
import { parseOutline } from '@espalier/interchange'
import type { Edited, ProjectEdits } from '@espalier/sync'
import { type FormEvent, useState } from 'react'
import { listExampleNodes } from '../../import-export/example-project.ts'
import { FileButton } from '../../import-export/file-input.tsx'
import { useCell } from '../../platform/cell.ts'
import { emptyProjectTexts as texts } from '../../texts/empty-project.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextAreaField } from '../../ui/form/fields.tsx'
import { acceptedOrNotify, goToNode, tryAction } from '../actions/action.ts'
import { createFirstNodeAction } from '../actions/node-actions.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import styles from './EmptyProjectPanel.module.css'

/** Offers ways to begin. The panel is over the canvas, outside the tree. */
export function EmptyProjectPanel({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const canEdit = useCell(workspace.client.canEdit)
  return (
    <div className={styles.place}>
      <EmptyState heading={canEdit ? texts.heading : texts.viewerHeading}>
        {canEdit ? <StartOptions workspace={workspace} /> : <p>{texts.viewerLead}</p>}
      </EmptyState>
    </div>
  )
}

function StartOptions({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const [isPasting, setPasting] = useState(false)
  return (
    <>
      <p>{texts.lead}</p>
      <div className={styles.ways}>
        <Button variant="primary" onClick={() => tryAction(createFirstNodeAction, workspace, null)}>
          {texts.createNode}
        </Button>
        <Button onClick={() => setPasting(true)}>{texts.pasteOutline}</Button>
        <FileButton onFile={(file) => workspace.dialog.set({ kind: 'import', file, nodeId: null, isAsked: false })}>
          {texts.importFile}
        </FileButton>
        <Button onClick={() => showInsertedNodes(workspace, insertExampleNodes(workspace.client.edits))}>
          {texts.example}
        </Button>
      </div>
      {isPasting && (
        <PasteOutlineDialog
          onClose={() => setPasting(false)}
          onBranches={(branches) => {
            setPasting(false)
            showInsertedNodes(workspace, workspace.client.edits.insertBranches({ kind: 'root' }, branches))
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

interface PasteOutlineDialogProps {
  readonly onClose: () => void
  readonly onBranches: (branches: readonly Branch[]) => void
}

/** Turns indented lines or a Markdown list into a tree. */
function PasteOutlineDialog({ onClose, onBranches }: PasteOutlineDialogProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const branches = parseOutline(text)
    if (branches.length === 0) setError(texts.outlineEmpty)
    else onBranches(branches)
  }
  return (
    <Dialog title={texts.pasteOutline} onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <TextAreaField
          label={texts.outline}
          name="outline"
          hint={texts.outlineHint}
          value={text}
          error={error}
          onChange={(value) => {
            setText(value)
            setError('')
          }}
        />
        <div className={styles.ways}>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary">
            {texts.addNodes}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Inserts the example in one undo step and returns its topmost nodes. */
const insertExampleNodes = (edits: ProjectEdits): Edited<readonly NodeId[]> =>
  edits.group(() => {
    const made = new Map<NodeId, NodeId>()
    for (const { id, parentIds, ...fields } of listExampleNodes()) {
      const [parentId, ...others] = parentIds.flatMap((one) => made.get(one) ?? [])
      const created = edits.create(parentId === undefined ? { kind: 'root' } : { kind: 'child', parentId }, fields)
      if (!created.ok) return created
      made.set(id, created.value)
      for (const other of others) edits.addParent(created.value, other)
    }
    return accept([...made.values()].slice(0, 1))
  })
