import type { Edited } from '@espalier/sync'
import { type FormEvent, useId, useRef, useState } from 'react'
import { projectListTexts as texts } from '../../texts/project-lists.ts'
import { Button } from '../../ui/Button.tsx'
import fieldStyles from '../../ui/form/field.module.css'
import { type EntryListProps, EntryRow, type NamedEntry } from './EntryRow.tsx'
import styles from './Lists.module.css'

/** A list of entries that can be named, ordered and deleted, and a form for a new one. */
export function EntryList<Entry extends NamedEntry>(props: EntryListProps<Entry>) {
  const { list, entries, save } = props
  const area = useRef<HTMLDivElement>(null)
  const move = async (at: number, by: 1 | -1): Promise<Edited> => {
    const order = entries.map(({ id }) => id)
    const [moved] = order.splice(at, 1)
    if (moved !== undefined) order.splice(at + by, 0, moved)
    const edited = await save({ order })
    // The browser takes the focus from an element that changes its place.
    const direction = by < 0 ? 'up' : 'down'
    requestAnimationFrame(() =>
      area.current?.querySelector<HTMLElement>(`[data-move="${direction} ${moved}"]`)?.focus(),
    )
    return edited
  }
  const focusNameField = () => area.current?.querySelector<HTMLElement>('form input')?.focus()
  return (
    <div ref={area} className={styles.list}>
      <p className={fieldStyles.hint}>{texts.hint[list]}</p>
      {entries.length === 0 && <p className={styles.empty}>{texts.empty[list]}</p>}
      <ul aria-label={texts.tabs[list]} className={styles.rows}>
        {entries.map((entry, at) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            {...props}
            onMove={(by) => move(at, by)}
            isFirst={at === 0}
            isLast={at === entries.length - 1}
            onRemoved={focusNameField}
          />
        ))}
      </ul>
      <NewEntry {...props} />
    </div>
  )
}

function NewEntry<Entry extends NamedEntry>({ list, create, save, renderNewFields }: EntryListProps<Entry>) {
  const [name, setName] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (name.trim() === '') {
      setError(texts.nameNeeded)
      field.current?.focus()
      return
    }
    setBusy(true)
    const edited = await save({ put: [create(name)] })
    setBusy(false)
    setError(edited.ok ? '' : edited.reason)
    if (edited.ok) setName('')
    field.current?.focus()
  }
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <div className={styles.line}>
        <input
          ref={field}
          aria-label={texts.newName[list]}
          placeholder={texts.newName[list]}
          aria-invalid={error !== '' || undefined}
          aria-describedby={error === '' ? undefined : id}
          autoComplete="off"
          className={styles.name}
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            setError('')
          }}
        />
        {renderNewFields?.()}
        <Button type="submit" isBusy={isBusy}>
          {texts.add}
        </Button>
      </div>
      {error !== '' && (
        <p id={id} role="alert" className={fieldStyles.error}>
          {error}
        </p>
      )}
    </form>
  )
}
