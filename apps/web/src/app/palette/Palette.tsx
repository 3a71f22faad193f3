/* oxlint-disable jsx-a11y/prefer-tag-over-role -- The browser's own lists cannot show marks and keys. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { storeRecentChoice } from '../../api/search.ts'
import { useNavigate } from '../../platform/router.tsx'
import { paletteTexts as texts } from '../../texts/palette.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { StatusMark } from '../../ui/StatusMark.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import type { Entry } from './palette-entries.ts'
import { type SearchProgress, usePalette } from './use-palette.ts'
import styles from './Palette.module.css'

interface PaletteProps {
  onClose(): void
}

/** Finds actions, nodes of the open project, projects, and words in all projects. */
export function Palette({ onClose }: PaletteProps) {
  const [typed, setTyped] = useState('')
  const { groups, progress, source, actions } = usePalette(typed)
  const entries = groups.flatMap((group) => group.entries)
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const active = entries.find(({ key }) => key === activeKey) ?? entries[0]
  const choose = useChoice({ source, actions, onClose })
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const toRowId = (key: string) => `${listId}-${key.replaceAll(' ', '-')}`
  const activeId = active === undefined ? undefined : toRowId(active.key)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId])
  const close = () => {
    onClose()
    source?.focus()
  }
  const step = (by: number) => {
    const at = active === undefined ? -1 : entries.indexOf(active)
    setActiveKey(entries[(at + by + entries.length) % Math.max(1, entries.length)]?.key ?? null)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter' && active !== undefined) choose(active)
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={texts.title} onClose={close}>
      <div className={styles.head}>
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={texts.field}
          aria-autocomplete="list"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={activeId}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={500}
          placeholder={texts.placeholder}
          className={styles.field}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setActiveKey(null)
          }}
          onKeyDown={press}
        />
        <Button variant="quiet" size="small" onClick={close}>
          {texts.close}
        </Button>
      </div>
      <div id={listId} role="listbox" aria-label={texts.list} className={styles.list}>
        {groups.map((group) => (
          <div key={group.key} role="group" aria-label={texts.groups[group.key]}>
            <div aria-hidden="true" className={styles.heading}>
              {texts.groups[group.key]}
            </div>
            {group.entries.map((entry) => (
              <EntryRow
                key={entry.key}
                id={toRowId(entry.key)}
                entry={entry}
                isActive={entry === active}
                onChoose={() => choose(entry)}
              />
            ))}
          </div>
        ))}
      </div>
      <output className={styles.note}>{describeProgress(progress, entries.length)}</output>
    </Dialog>
  )
}

/** How many there are is seen; a screen reader says it. */
function describeProgress(progress: SearchProgress, count: number) {
  if (progress === 'searching') return texts.searching
  if (progress === 'offline') return texts.offline
  if (progress === 'failed') return texts.failed
  return count === 0 ? texts.noMatch : <VisuallyHidden>{texts.count(count)}</VisuallyHidden>
}

interface ChoiceOptions extends Pick<ReturnType<typeof usePalette>, 'source' | 'actions'> {
  onClose(): void
}

/** Closes the palette and does what was chosen. */
function useChoice({ source, actions, onClose }: ChoiceOptions): (entry: Entry) => void {
  const navigate = useNavigate()
  return ({ choice }) => {
    void storeRecentChoice(choice)
    onClose()
    if (choice.kind === 'action') {
      source?.focus()
      actions.find(({ id }) => id === choice.id)?.run()
    } else if (choice.kind === 'project') navigate(`/tree/${choice.id}`)
    else if (choice.project.id === source?.projectId) source.goToNode(choice.id)
    else navigate(`/tree/${choice.project.id}#node=${choice.id}`)
  }
}

interface EntryRowProps {
  readonly id: string
  readonly entry: Entry
  readonly isActive: boolean
  readonly onChoose: () => void
}

const EntryRow = ({ id, entry: { label, detail, status, keys, isUserData }, isActive, onChoose }: EntryRowProps) => (
  // The field keeps the focus and handles the keys.
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
  <div id={id} role="option" aria-selected={isActive} className={styles.row} onClick={onChoose}>
    {status !== undefined && <StatusMark status={status} />}
    <span className={styles.label} translate={isUserData ? 'no' : undefined}>
      {label}
    </span>
    {detail !== undefined && (
      <span className={styles.detail} translate="no">
        {detail}
      </span>
    )}
    {keys !== undefined && (
      <kbd aria-hidden="true" className={styles.keys}>
        {keys}
      </kbd>
    )}
  </div>
)
