/* oxlint-disable jsx-a11y/prefer-tag-over-role -- The browser's own lists cannot show marks and keys. */
import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { nodeFieldTexts as texts } from '../../texts/node-fields.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { controlClass, type FieldControl } from './FieldRow.tsx'
import styles from './OptionPicker.module.css'

export interface PickerOption {
  readonly id: string
  readonly label: string
  /** The label is a word of the project, not a text of ours. */
  readonly isUserData?: boolean
  /** A picture or a color before the label. */
  readonly mark?: ReactNode
  /** How many of the nodes have it. Some: the rest of the nodes does not. */
  readonly held?: 'all' | 'some' | 'none'
}

interface OptionPickerProps {
  readonly control: FieldControl
  /** All choices, or what finds the best of too many for a list; it is asked only while the list is shown. */
  readonly options: readonly PickerOption[] | ((query: string) => readonly PickerOption[])
  readonly placeholder: string
  /** The list is always shown, and the field takes the focus. */
  readonly isAlone: boolean
  /** The text that was typed before the field was there. */
  readonly typed?: string | undefined
  /** Stays: more options may be chosen. */
  onChoose(id: string, stays: boolean): void
  /** Offered for a typed name that no option has. */
  readonly creation?: { readonly label: (name: string) => string; readonly create: (name: string) => void }
  /** Called for Backspace in the empty field. */
  readonly onRemoveLast?: () => void
}

const createId = 'create'
const fold = (text: string): string => text.normalize('NFC').toLowerCase().trim()

/** A field that filters a list of choices while a name is typed. Arrow keys walk through the list, Enter chooses. */
export function OptionPicker(props: OptionPickerProps) {
  const { control, options, placeholder, isAlone, onChoose, creation, onRemoveLast } = props
  const [query, setQuery] = useState(props.typed ?? '')
  const [isOpened, setOpened] = useState(false)
  const [activeIndex, setActiveIndex] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const isOpen = isAlone || isOpened
  const rows = isOpen ? findRows(options, query, creation?.label) : []
  const active = rows[Math.min(activeIndex, rows.length - 1)]
  const toOptionId = (id: string) => `${listId}-${id}`
  useTakenFocus(field, isAlone)
  useEffect(() => {
    if (isOpen && active !== undefined)
      document.getElementById(`${listId}-${active.id}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [isOpen, active, listId])
  const type = (next: string) => {
    setQuery(next)
    setActiveIndex(0)
    setOpened(true)
  }
  const choose = (row: PickerOption | undefined, stays: boolean) => {
    if (row === undefined) return
    const name = query.trim()
    type('')
    if (row.id === createId) creation?.create(name)
    else onChoose(row.id, stays)
  }
  const close = () => {
    setOpened(false)
    setQuery('')
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const by = event.key === 'ArrowDown' ? 1 : -1
      if (isOpen) setActiveIndex((Math.min(activeIndex, rows.length - 1) + by + rows.length) % Math.max(1, rows.length))
      else setOpened(true)
    } else if (event.key === 'Enter' && isOpen) choose(active, false)
    else if (event.key === ' ' && isOpen && query === '') choose(active, true)
    else if (event.key === 'Backspace' && query === '' && onRemoveLast !== undefined) onRemoveLast()
    else if (event.key === 'Escape' && isOpened && !isAlone) close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) close()
  }
  return (
    <div className={styles.picker} onBlur={leave}>
      <input
        {...control}
        ref={field}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && active !== undefined ? toOptionId(active.id) : undefined}
        className={controlClass}
        placeholder={placeholder}
        value={query}
        onChange={(event) => type(event.target.value)}
        onClick={() => setOpened(true)}
        onKeyDown={press}
      />
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          aria-label={texts.choices}
          aria-multiselectable="true"
          className={joinClasses(styles.list, !isAlone && styles.floating)}
        >
          {rows.map((row) => (
            <PickerRow
              key={row.id}
              id={toOptionId(row.id)}
              row={row}
              isActive={row === active}
              onChoose={() => choose(row, true)}
            />
          ))}
        </div>
      )}
      {isOpen && rows.length === 0 && (
        <output className={joinClasses(styles.nothing, !isAlone && styles.floating)}>{texts.noMatch}</output>
      )}
    </div>
  )
}

interface PickerRowProps {
  readonly id: string
  readonly row: PickerOption
  readonly isActive: boolean
  readonly onChoose: () => void
}

const PickerRow = ({ id, row, isActive, onChoose }: PickerRowProps) => (
  // The field keeps the focus and handles the keys.
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
  <div
    id={id}
    role="option"
    aria-selected={row.held === 'all'}
    aria-checked={row.held === 'some' ? 'mixed' : undefined}
    data-active={isActive || undefined}
    className={styles.option}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onChoose}
  >
    {row.mark}
    <span className={styles.name} translate={row.isUserData === true ? 'no' : undefined}>
      {row.label}
    </span>
    {row.held === 'all' && <Check size={16} aria-hidden="true" />}
    {row.held === 'some' && <Minus size={16} aria-hidden="true" />}
  </div>
)

function findRows(
  options: OptionPickerProps['options'],
  query: string,
  createLabel: ((name: string) => string) | undefined,
): readonly PickerOption[] {
  if (typeof options === 'function') return options(query)
  const wanted = fold(query)
  const found = options.filter(({ label }) => fold(label).includes(wanted))
  // Names that begin with the text come first.
  const sorted = [...found].sort(
    (one, other) => Number(fold(other.label).startsWith(wanted)) - Number(fold(one.label).startsWith(wanted)),
  )
  const isNew = wanted !== '' && options.every(({ label }) => fold(label) !== wanted)
  return createLabel !== undefined && isNew ? [...sorted, { id: createId, label: createLabel(query.trim()) }] : sorted
}

/** Gives the focus to an editor that stands alone. */
export function useTakenFocus(field: { readonly current: HTMLElement | null }, isAlone: boolean): void {
  useEffect(() => {
    if (isAlone) field.current?.focus()
  }, [field, isAlone])
}
