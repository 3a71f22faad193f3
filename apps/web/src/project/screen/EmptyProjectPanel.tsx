import { accept, type Branch, escapeHtmlText, type Layout, layoutLabels, layouts, type NodeId } from '@espalier/domain'
import { parseOutline } from '@espalier/interchange'
import type { Edited, ProjectEdits } from '@espalier/sync'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { listExampleNodes } from '../../import-export/example-project.ts'
import { FileButton } from '../../import-export/file-input.tsx'
import { useCell } from '../../platform/cell.ts'
import { rememberLayout } from '../../shared/last-layout.ts'
import { emptyProjectTexts as texts } from '../../texts/empty-project.ts'
import { withElements } from '../../texts/with-elements.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextAreaField } from '../../ui/form/fields.tsx'
import { acceptedOrNotify, goToNode, isCanvasFocused, tryAction } from '../actions/action.ts'
import { createFirstNodeAction, showNodesToDo } from '../actions/node-actions.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import styles from './EmptyProjectPanel.module.css'

/** Offers ways to begin. The panel is over the canvas, outside the tree. */
export function EmptyProjectPanel({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const canEdit = useCell(workspace.client.canEdit)
  return (
    <div className={styles.place} data-empty-project="">
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
        <StartWithTitleButton workspace={workspace} />
        <Button onClick={() => tryAction(createFirstNodeAction, workspace, null)}>{texts.createNode}</Button>
      </div>
      <DirectionChoice workspace={workspace} />
      <p>{texts.orBring}</p>
      <div className={styles.ways}>
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

const showUserTitle = (words: string) => <span translate="no">{words}</span>

/** The goal was typed as the project's title already. The button has the focus, so that Enter is enough. */
function StartWithTitleButton({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const title = useCell(workspace.client.project, (project) => project.title)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isCanvasFocused()) button.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Button ref={button} variant="primary" className={styles.start} onClick={() => createRootFromTitle(workspace)}>
      <span>{withElements(texts.startWith(title), { title: showUserTitle })}</span>
    </Button>
  )
}

function createRootFromTitle(workspace: ProjectWorkspace): void {
  const { client, map } = workspace
  const created = client.edits.create({ kind: 'root' }, { title: escapeHtmlText(client.project.get().title.trim()) })
  if (!acceptedOrNotify(workspace, created)) return
  showNodesToDo(workspace)
  goToNode(workspace, created.value)
  map.reveal(created.value, { isCentred: true })
}

/** Chooses where the tree grows before there is one. New projects of this person start with the same choice. */
function DirectionChoice({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const { client } = workspace
  const current = useCell(client.project, (project) => project.layout)
  const choose = async (layout: Layout) => {
    rememberLayout(layout)
    acceptedOrNotify(workspace, await client.edits.setLayout(layout))
  }
  return (
    <fieldset className={styles.directions}>
      <legend>{texts.direction}</legend>
      {layouts.map((layout) => (
        <button
          key={layout}
          type="button"
          aria-pressed={layout === current}
          className={styles.direction}
          onClick={() => void choose(layout)}
        >
          <DirectionPicture layout={layout} />
          {layoutLabels[layout]}
        </button>
      ))}
    </fieldset>
  )
}

/** The picture of a tree that grows to the right is turned for the other directions. */
const pictureTurns: Readonly<Record<Layout, number>> = {
  'tree-right': 0,
  'tree-down': 90,
  'tree-left': 180,
  'tree-up': 270,
}

const DirectionPicture = ({ layout }: { readonly layout: Layout }) => (
  <svg aria-hidden="true" className={styles.picture} viewBox="0 0 40 40">
    <g transform={`rotate(${pictureTurns[layout]} 20 20)`}>
      <path d="M14 20c8 0 4-11 12-11M14 20h12M14 20c8 0 4 11 12 11" />
      <rect x="4" y="15" width="10" height="10" rx="3" />
      <circle cx="30" cy="9" r="4" />
      <circle cx="30" cy="20" r="4" />
      <circle cx="30" cy="31" r="4" />
    </g>
  </svg>
)

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
