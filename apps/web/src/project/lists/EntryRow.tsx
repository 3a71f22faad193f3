import type { ListChanges } from '@espalier/domain'
import type { Edited } from '@espalier/sync'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Trash from 'lucide-react/icons/trash-2'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { projectListTexts as texts } from '../../texts/project-lists.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import fieldStyles from '../../ui/form/field.module.css'
import styles from './Lists.module.css'

export interface NamedEntry {
  readonly id: string
  readonly name: string
}

/** How one of the lists is shown and changed. */
export interface EntryListProps<Entry extends NamedEntry> {
  readonly list: 'tags' | 'stages' | 'fields'
  readonly entries: readonly Entry[]
  countUses(id: string): number
  /** Resolves to the reason if the server refused. */
  save(changes: ListChanges<Entry>): Promise<Edited>
  /** Makes a new entry from its name and the fields beside it. */
  create(name: string): Entry
  /** The fields of an entry besides its name. `put` resolves to false if the server refused. */
  renderFields(entry: Entry, put: (entry: Entry) => Promise<boolean>): ReactNode
  /** Fields that need a line of their own. */
  renderBelow?(entry: Entry, put: (entry: Entry) => Promise<boolean>): ReactNode
  renderNewFields?(): ReactNode
  /** Fields of the question whether to delete an entry. */
  renderRemoval?(entry: Entry): ReactNode
  /** Omitted: the entry is just removed. */
  remove?(entry: Entry): Promise<Edited>
}

interface EntryRowProps<Entry extends NamedEntry> extends EntryListProps<Entry> {
  readonly entry: Entry
  readonly isFirst: boolean
  readonly isLast: boolean
  onMove(by: 1 | -1): Promise<Edited>
  onRemoved(): void
}

/** One entry. Each change is sent when its field is left; the reason of a refusal stands below. */
export function EntryRow<Entry extends NamedEntry>(props: EntryRowProps<Entry>) {
  const { entry, save, countUses, renderFields, isFirst, isLast } = props
  const [error, setError] = useState('')
  const [isAsking, setAsking] = useState(false)
  const errorId = useId()
  const change = async (saving: Promise<Edited>): Promise<boolean> => {
    const edited = await saving
    setError(edited.ok ? '' : edited.reason)
    return edited.ok
  }
  const put = (next: Entry): Promise<boolean> => change(save({ put: [next] }))
  const uses = countUses(entry.id)
  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <NameField entry={entry} errorId={error === '' ? null : errorId} onRename={(name) => put({ ...entry, name })} />
        {renderFields(entry, put)}
        <span className={styles.uses}>{texts.uses(uses)}</span>
        <span className={styles.buttons}>
          <MoveButton entry={entry} direction="up" isDisabled={isFirst} onPress={() => void change(props.onMove(-1))} />
          <MoveButton entry={entry} direction="down" isDisabled={isLast} onPress={() => void change(props.onMove(1))} />
          <Button
            size="small"
            variant="quiet"
            aria-label={texts.remove(entry.name)}
            data-tooltip={texts.remove(entry.name)}
            aria-expanded={isAsking}
            onClick={() => setAsking(!isAsking)}
          >
            <Trash size={16} aria-hidden="true" />
          </Button>
        </span>
      </div>
      {error !== '' && (
        <p id={errorId} role="alert" className={fieldStyles.error}>
          {error}
        </p>
      )}
      {props.renderBelow?.(entry, put)}
      {isAsking && <RemovalQuestion {...props} uses={uses} change={change} onCancel={() => setAsking(false)} />}
    </li>
  )
}

interface NameFieldProps {
  readonly entry: NamedEntry
  readonly errorId: string | null
  onRename(name: string): Promise<boolean>
}

/** Shows what others rename, unless a text is being typed. */
function NameField({ entry, errorId, onRename }: NameFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const commit = async () => {
    if (draft === null) return
    // A refused name stays, so that it can be corrected.
    if (draft.trim() === entry.name || (await onRename(draft))) setDraft(null)
  }
  return (
    <input
      aria-label={texts.name(entry.name)}
      aria-invalid={errorId !== null || undefined}
      aria-describedby={errorId ?? undefined}
      autoComplete="off"
      translate="no"
      className={styles.name}
      value={draft ?? entry.name}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => void commit()}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) void commit()
      }}
    />
  )
}

interface MoveButtonProps {
  readonly entry: NamedEntry
  readonly direction: 'up' | 'down'
  readonly isDisabled: boolean
  onPress(): void
}

function MoveButton({ entry, direction, isDisabled, onPress }: MoveButtonProps) {
  const [label, Icon] = direction === 'up' ? [texts.moveUp, ArrowUp] : [texts.moveDown, ArrowDown]
  return (
    <button
      type="button"
      className={buttonClass('quiet', 'small')}
      aria-label={label(entry.name)}
      data-tooltip={label(entry.name)}
      data-move={`${direction} ${entry.id}`}
      // A real `disabled` would drop the focus of a person who has just moved the entry to the end.
      aria-disabled={isDisabled || undefined}
      onClick={() => {
        if (!isDisabled) onPress()
      }}
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  )
}

interface RemovalQuestionProps<Entry extends NamedEntry> extends EntryRowProps<Entry> {
  readonly uses: number
  change(saving: Promise<Edited>): Promise<boolean>
  onCancel(): void
}

function RemovalQuestion<Entry extends NamedEntry>(props: RemovalQuestionProps<Entry>) {
  const { list, entry, uses, save, change, onCancel, onRemoved } = props
  const { remove = ({ id }) => save({ remove: [id] }), renderRemoval } = props
  const confirmButton = useRef<HTMLButtonElement>(null)
  const [isBusy, setBusy] = useState(false)
  const question = useId()
  useEffect(() => confirmButton.current?.focus(), [])
  const confirm = async () => {
    setBusy(true)
    const isRemoved = await change(remove(entry))
    setBusy(false)
    if (isRemoved) onRemoved()
    else onCancel()
  }
  return (
    <fieldset className={styles.question} aria-labelledby={question}>
      <p id={question}>
        {list === 'stages' && uses > 0
          ? texts.removeStageQuestion(entry.name, uses)
          : texts.removeQuestion(entry.name, uses)}
      </p>
      {uses > 0 && renderRemoval?.(entry)}
      <div className={styles.answers}>
        <Button size="small" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button ref={confirmButton} size="small" variant="danger" isBusy={isBusy} onClick={() => void confirm()}>
          {texts.confirmRemove}
        </Button>
      </div>
    </fieldset>
  )
}
