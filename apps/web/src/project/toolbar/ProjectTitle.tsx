import { checkProjectTitle, projectFormTexts } from '@espalier/domain'
import type { ProjectClient } from '@espalier/sync'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useCell } from '../../platform/cell.ts'
import { toolbarTexts } from '../../texts/toolbar.ts'
import { toast } from '../../ui/Toasts.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './Toolbar.module.css'

/** The project's title, which is the heading of the page; editors click it to change it. */
export function ProjectTitle({ client }: { readonly client: ProjectClient }) {
  const title = useCell(client.project, (project) => project.title) || toolbarTexts.project
  const canEdit = useCell(client.canEdit)
  const [isEditing, setEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) opener.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (!canEdit)
    return (
      <h1 className={styles.title} translate="no">
        {title}
      </h1>
    )
  if (isEditing)
    return (
      <>
        <h1 className={styles.apart} translate="no">
          <VisuallyHidden>{title}</VisuallyHidden>
        </h1>
        <ProjectTitleField client={client} title={title} onDone={() => setEditing(false)} />
      </>
    )
  return (
    <h1 className={styles.title}>
      <button
        ref={opener}
        type="button"
        data-tooltip={toolbarTexts.renameProject}
        className={styles.rename}
        onClick={() => setEditing(true)}
      >
        <span translate="no">{title}</span>
      </button>
    </h1>
  )
}

interface ProjectTitleFieldProps {
  readonly client: ProjectClient
  readonly title: string
  readonly onDone: () => void
}

function ProjectTitleField({ client, title, onDone }: ProjectTitleFieldProps) {
  const [text, setText] = useState(title)
  const [error, setError] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const errorId = useId()
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const commit = () => {
    const checked = checkProjectTitle(text)
    if (!checked.ok) {
      setError(projectFormTexts[checked.reason])
      return
    }
    onDone()
    if (checked.value !== title) void renameProject(client, checked.value)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') commit()
    else if (event.key === 'Escape') onDone()
    else return
    event.preventDefault()
  }
  return (
    <div className={styles.titleField}>
      <input
        ref={field}
        aria-label={toolbarTexts.projectTitle}
        aria-invalid={error !== '' || undefined}
        aria-describedby={error === '' ? undefined : errorId}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setError('')
        }}
        onKeyDown={press}
        onBlur={() => (checkProjectTitle(text).ok ? commit() : onDone())}
      />
      {error !== '' && (
        <p id={errorId} role="alert" className={styles.titleError}>
          {error}
        </p>
      )}
    </div>
  )
}

async function renameProject(client: ProjectClient, title: string): Promise<void> {
  const renamed = await client.edits.rename(title)
  if (!renamed.ok) toast.error(renamed.reason, { isPersistent: true })
}
