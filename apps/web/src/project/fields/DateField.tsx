import type { CalendarDate } from '@espalier/domain/planning-dates'
import { addDays, findDateInZone } from '@espalier/domain/planning-dates'
import { createDateReader } from '@espalier/domain/planning-date-words'
import type { NodeFields, NodeRecord } from '@espalier/sync'
import CalendarIcon from 'lucide-react/icons/calendar'
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { nodeFieldTexts as texts } from '../../texts/node-fields.ts'
import { Button } from '../../ui/Button.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { controlClass, FieldRow } from './FieldRow.tsx'
import { formatShortDate, MonthGrid } from './MonthGrid.tsx'
import { useTakenFocus } from './OptionPicker.tsx'
import { type FieldEditorProps, findCommonValue, useFieldEdit } from './use-field-edit.ts'
import styles from './DateField.module.css'

interface DateFieldProps extends FieldEditorProps {
  readonly label: string
  readonly isOwnLabel?: boolean
  readonly read: (node: NodeRecord) => CalendarDate | null
  readonly toFields: (date: CalendarDate | null) => NodeFields
}

const findToday = (): CalendarDate => findDateInZone(Date.now(), new Intl.DateTimeFormat().resolvedOptions().timeZone)

/** A date that is typed, also in words, or chosen in a month. */
export function DateField({ label, isOwnLabel, read, toFields, ...editor }: DateFieldProps) {
  const edit = useFieldEdit(editor)
  const { nodes, onDone } = editor
  const isAlone = onDone !== undefined
  const common = findCommonValue(nodes, read)
  const stored = common.isMixed ? null : common.value
  const [reader] = useState(() => createDateReader(navigator.language))
  const [today] = useState(findToday)
  const [draft, setDraft] = useState<string | null>(editor.typed || null)
  const [isOpened, setOpened] = useState(false)
  const [cursor, setCursor] = useState<CalendarDate | null>(null)
  const [focusRequests, setFocusRequests] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  useTakenFocus(field, isAlone)
  const typed = draft ?? edit.rejected
  const understood = typed === null || typed.trim() === '' ? null : reader.read(typed, today)
  const isOpen = isAlone || isOpened
  const reset = () => {
    setDraft(null)
    setCursor(null)
  }
  const store = (date: CalendarDate | null, text: string): boolean => {
    const isSaved = edit.save(toFields(date), text)
    if (isSaved) reset()
    else setDraft(text)
    return isSaved
  }
  const commit = (): boolean => {
    if (draft === null || draft.trim() === (stored ?? '')) {
      setDraft(null)
      return edit.fault === ''
    }
    const date = reader.read(draft, today)
    if (date === null && draft.trim() !== '') {
      edit.showFault(texts.dates.notADate)
      return false
    }
    return store(date, draft)
  }
  const choose = (date: CalendarDate | null) => {
    if (!store(date, date ?? '')) return
    setOpened(false)
    if (onDone === undefined) field.current?.focus()
    else onDone()
  }
  const walkIntoMonth = () => {
    setCursor(understood ?? stored ?? today)
    setOpened(true)
    setFocusRequests(focusRequests + 1)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      if (commit()) onDone?.()
    } else if (event.key === 'ArrowDown') walkIntoMonth()
    else if (event.key === 'Escape' && typed !== null && !isAlone) {
      reset()
      edit.showFault('')
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const leaveMonth = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpened || isAlone) return
    event.preventDefault()
    event.stopPropagation()
    setOpened(false)
    field.current?.focus()
  }
  const leave = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    commit()
    setOpened(false)
  }
  return (
    <FieldRow label={label} isOwnLabel={isOwnLabel ?? false} fault={edit.fault} isAlone={isAlone}>
      {(control) => (
        <div role="presentation" className={styles.date} onBlur={leave} onKeyDown={leaveMonth}>
          <div className={styles.line}>
            <input
              {...control}
              ref={field}
              type="text"
              autoComplete="off"
              spellCheck={false}
              className={joinClasses(controlClass, styles.input)}
              placeholder={common.isMixed ? texts.severalValues : texts.dates.placeholder}
              value={typed ?? stored ?? ''}
              onChange={(event) => {
                setDraft(event.target.value)
                setCursor(null)
              }}
              onKeyDown={press}
            />
            {!isAlone && (
              <Button
                variant="quiet"
                size="small"
                className={styles.open}
                aria-label={isOpened ? texts.dates.closeCalendar : texts.dates.openCalendar}
                aria-expanded={isOpened}
                onClick={() => (isOpened ? setOpened(false) : walkIntoMonth())}
              >
                <CalendarIcon size={16} aria-hidden="true" />
              </Button>
            )}
          </div>
          {/* It takes no room that a click elsewhere would give back: what was aimed at would move away. */}
          {(isAlone || (understood !== null && !isOpened)) && (
            <output className={joinClasses(styles.understood, !isAlone && styles.floating, !isAlone && styles.hint)}>
              {understood !== null && <span translate="no">{formatShortDate(understood)}</span>}
            </output>
          )}
          {isOpen && (
            <div className={joinClasses(styles.month, !isAlone && styles.floating)}>
              <MonthGrid
                value={understood ?? stored}
                today={today}
                cursor={cursor ?? understood ?? stored ?? today}
                onMove={setCursor}
                onChoose={choose}
                focusRequests={focusRequests}
              />
              <ShortcutDays today={today} onChoose={choose} />
            </div>
          )}
        </div>
      )}
    </FieldRow>
  )
}

interface ShortcutDaysProps {
  readonly today: CalendarDate
  readonly onChoose: (date: CalendarDate | null) => void
}

const ShortcutDays = ({ today, onChoose }: ShortcutDaysProps) => (
  <div className={styles.shortcuts}>
    <Button size="small" variant="quiet" onClick={() => onChoose(today)}>
      {texts.dates.today}
    </Button>
    <Button size="small" variant="quiet" onClick={() => onChoose(addDays(today, 1))}>
      {texts.dates.tomorrow}
    </Button>
    <Button size="small" variant="quiet" onClick={() => onChoose(createDateReader('en').read('next week', today))}>
      {texts.dates.nextWeek}
    </Button>
    <Button size="small" variant="quiet" onClick={() => onChoose(null)}>
      {texts.dates.clear}
    </Button>
  </div>
)
