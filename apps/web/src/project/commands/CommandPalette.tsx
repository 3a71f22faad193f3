/* oxlint-disable jsx-a11y/prefer-tag-over-role -- The browser's own lists cannot show marks and keys. */
import type { NodeId } from '@espalier/domain'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { commandTexts as texts } from '../../texts/commands.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { describeNodes, getActionTargets } from '../actions/action.ts'
import { FieldEditor } from '../fields/FieldEditor.tsx'
import type { OpenDialog, ProjectWorkspace } from '../workspace/project-workspace.ts'
import { type Command, filterCommands, listCommands } from './list-commands.ts'
import styles from './CommandPalette.module.css'

interface CommandPaletteProps {
  readonly workspace: ProjectWorkspace
  readonly opened: OpenDialog & { readonly kind: 'commands' }
}

/** Does something with the selection by a letter or a name: `/d` opens its due date. */
export function CommandPalette({ workspace, opened }: CommandPaletteProps) {
  const { nodeId, typed } = opened
  const [commands] = useState(() => listCommands(workspace, nodeId))
  const [field, setField] = useState(opened.field ?? findByLetter(commands, typed.charAt(0))?.field ?? null)
  const targets = getActionTargets(workspace, nodeId)
  const close = () => {
    workspace.dialog.set(null)
    workspace.map.focus(nodeId)
  }
  const choose = (command: Command) => {
    if (command.field !== undefined) return setField(command.field)
    close()
    command.run?.()
  }
  const chosen = commands.find((command) => command.field === field)
  return (
    <Dialog title={field === null ? texts.title : (chosen?.label.replace('…', '') ?? texts.title)} onClose={close}>
      <p className={styles.targets} translate="no">
        {describeNodes(workspace, targets)}
      </p>
      {field === null ? (
        <CommandList commands={commands} typed={typed} onChoose={choose} />
      ) : (
        <FieldStep
          key={field}
          workspace={workspace}
          field={field}
          ids={targets}
          typed={typed.slice(1)}
          onClose={close}
          onBack={() => setField(null)}
        />
      )}
    </Dialog>
  )
}

const findByLetter = (commands: readonly Command[], typed: string): Command | undefined =>
  commands.find(({ letter }) => letter !== undefined && letter === typed.toLowerCase())

interface CommandListProps {
  readonly commands: readonly Command[]
  readonly typed: string
  readonly onChoose: (command: Command) => void
}

function CommandList({ commands, typed, onChoose }: CommandListProps) {
  const [query, setQuery] = useState(findByLetter(commands, typed.charAt(0)) === undefined ? typed : '')
  const [activeIndex, setActiveIndex] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const rows = filterCommands(commands, query)
  const active = rows[Math.min(activeIndex, rows.length - 1)]
  const toRowId = (id: string) => `${listId}-${id}`
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (active !== undefined) document.getElementById(`${listId}-${active.id}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [active, listId])
  const type = (next: string) => {
    // A letter runs its command at once; a command of another name is found by its first letters or by a blank first.
    const direct = query === '' && next.length === 1 ? findByLetter(commands, next) : undefined
    if (direct !== undefined) return onChoose(direct)
    setQuery(next)
    setActiveIndex(0)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setActiveIndex((activeIndex + 1) % Math.max(1, rows.length))
    else if (event.key === 'ArrowUp') setActiveIndex((activeIndex - 1 + rows.length) % Math.max(1, rows.length))
    else if (event.key === 'Enter') {
      if (active !== undefined) onChoose(active)
    } else return
    event.preventDefault()
  }
  return (
    <>
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={texts.search}
        aria-autocomplete="list"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={active === undefined ? undefined : toRowId(active.id)}
        autoComplete="off"
        spellCheck={false}
        placeholder={texts.placeholder}
        className={styles.field}
        value={query}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
      />
      <div id={listId} role="listbox" aria-label={texts.list} className={styles.list}>
        {rows.map((command) => (
          <CommandRow
            key={command.id}
            id={toRowId(command.id)}
            command={command}
            isActive={command === active}
            onChoose={() => onChoose(command)}
          />
        ))}
      </div>
      {rows.length === 0 && <output>{texts.noMatch}</output>}
    </>
  )
}

interface CommandRowProps {
  readonly id: string
  readonly command: Command
  readonly isActive: boolean
  readonly onChoose: () => void
}

const CommandRow = ({ id, command: { label, isUserData, letter, keys }, isActive, onChoose }: CommandRowProps) => (
  // The field keeps the focus and handles the keys.
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
  <div id={id} role="option" aria-selected={isActive} className={styles.row} onClick={onChoose}>
    <span translate={isUserData === true ? 'no' : undefined}>{label}</span>
    {(letter ?? keys) !== undefined && (
      <kbd aria-hidden="true" className={styles.keys}>
        {letter ?? keys}
      </kbd>
    )}
  </div>
)

interface FieldStepProps {
  readonly workspace: ProjectWorkspace
  readonly field: string
  readonly ids: readonly NodeId[]
  readonly typed: string
  readonly onClose: () => void
  readonly onBack: () => void
}

const FieldStep = ({ workspace, field, ids, typed, onClose, onBack }: FieldStepProps) => (
  <>
    <FieldEditor workspace={workspace} field={field} ids={ids} typed={typed} onDone={onClose} />
    <div className={styles.end}>
      <Button variant="quiet" size="small" onClick={onBack}>
        {texts.back}
      </Button>
      <Button size="small" onClick={onClose}>
        {texts.done}
      </Button>
    </div>
  </>
)
