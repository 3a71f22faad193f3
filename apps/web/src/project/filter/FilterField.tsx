import type { FilterSubjects } from '@espalier/domain/planning-filter'
import {
  type FilterSuggestion,
  type FilterSuggestions,
  suggestFilter,
  suggestFilterKeys,
} from '@espalier/domain/planning-filter-suggestions'
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { filterTexts as texts } from '../../texts/filter.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './FilterBar.module.css'

interface FilterFieldProps {
  readonly field: RefObject<HTMLInputElement | null>
  readonly text: string
  readonly subjects: FilterSubjects
  /** The text is applied after a pause. */
  readonly onType: (text: string) => void
  /** The text is applied at once. */
  readonly onSettle: (text: string) => void
  readonly onFocus: () => void
  /** Esc was pressed while no suggestions were open. */
  readonly onLeave: () => void
  readonly onListed: (isListed: boolean) => void
}

const noSuggestions: FilterSuggestions = { start: 0, end: 0, suggestions: [] }

/**
 * The box of the filter with its suggestions. It stays a searchbox, as the contract names it: the suggestions are a list
 * that it controls, and the focus never leaves the box.
 */
export function FilterField({ field, text, subjects, onType, onSettle, onFocus, onLeave, onListed }: FilterFieldProps) {
  const listId = useId()
  const [caret, setCaret] = useState<number | null>(null)
  const [isAsked, setAsked] = useState(false)
  const [active, setActive] = useState(-1)
  const wantedCaret = useRef<number | null>(null)
  const offered = caret === null ? noSuggestions : suggestAt(text, caret, subjects, isAsked)
  const { suggestions } = offered
  const isListed = suggestions.length > 0
  useLayoutEffect(() => onListed(isListed), [isListed, onListed])
  useLayoutEffect(() => {
    if (wantedCaret.current === null) return
    field.current?.setSelectionRange(wantedCaret.current, wantedCaret.current)
    wantedCaret.current = null
  })
  const openAt = (position: number | null, isKeyAsked = false) => {
    setCaret(position)
    setAsked(isKeyAsked)
    setActive(-1)
  }
  const accept = (suggestion: FilterSuggestion) => {
    const isKey = suggestion.text.endsWith(':')
    const rest = text.slice(offered.end)
    const inserted = suggestion.text + (isKey || /^\s/u.test(rest) ? '' : ' ')
    const next = text.slice(0, offered.start) + inserted + rest
    const position = offered.start + inserted.length
    wantedCaret.current = position
    // After a key its values are suggested; after a value the person reads what was found.
    openAt(isKey ? position : null)
    if (isKey) onType(next)
    else onSettle(next)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const chosen = suggestions[active]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const by = event.key === 'ArrowDown' ? 1 : -1
      if (isListed) setActive(stepActive(active, by, suggestions.length))
      else openAt(event.currentTarget.selectionStart, true)
    } else if (event.key === 'Enter') {
      if (chosen !== undefined) accept(chosen)
      else {
        openAt(null)
        onSettle(text)
      }
    } else if (event.key === 'Escape') {
      if (isListed) openAt(null)
      else onLeave()
    } else return
    event.preventDefault()
  }
  return (
    <div className={styles.box}>
      <input
        ref={field}
        type="search"
        aria-label={texts.filter}
        aria-autocomplete="list"
        aria-controls={isListed ? listId : undefined}
        aria-activedescendant={active < 0 || !isListed ? undefined : `${listId}-${active}`}
        placeholder={texts.placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        className={styles.field}
        value={text}
        onChange={(event) => {
          openAt(event.target.selectionStart)
          onType(event.target.value)
        }}
        onFocus={() => {
          onFocus()
          if (text === '') openAt(0)
        }}
        onBlur={() => openAt(null)}
        onKeyDown={press}
      />
      {isListed && <SuggestionList listId={listId} suggestions={suggestions} active={active} onAccept={accept} />}
      <output>
        <VisuallyHidden>{isListed ? texts.suggestionCount(suggestions.length) : ''}</VisuallyHidden>
      </output>
    </div>
  )
}

/** Wraps around; one step beyond either end nothing is chosen, so that Enter applies what was typed. */
const stepActive = (active: number, by: 1 | -1, count: number): number => {
  const next = active + by
  if (next >= count) return -1
  return next < -1 ? count - 1 : next
}

/** Between two words everything can follow, which is a long list: it is shown in an empty box and on request. */
function suggestAt(text: string, caret: number, subjects: FilterSubjects, isAsked: boolean): FilterSuggestions {
  const isNewWord = caret === 0 || /\s/u.test(text.charAt(caret - 1))
  if (isNewWord) return isAsked || text === '' ? suggestFilterKeys(caret, subjects) : noSuggestions
  const offered = suggestFilter(text, caret, subjects)
  const [only, ...others] = offered.suggestions
  const isComplete = others.length === 0 && only?.text === text.slice(offered.start, offered.end)
  return isComplete ? noSuggestions : offered
}

interface SuggestionListProps {
  readonly listId: string
  readonly suggestions: readonly FilterSuggestion[]
  readonly active: number
  readonly onAccept: (suggestion: FilterSuggestion) => void
}

const SuggestionList = ({ listId, suggestions, active, onAccept }: SuggestionListProps) => (
  // A datalist can be neither styled nor opened by the page.
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
  <div id={listId} role="listbox" aria-label={texts.suggestions} className={styles.list}>
    {suggestions.map((suggestion, index) => (
      // The box has the focus and handles the keys.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
      <div
        key={suggestion.text}
        id={`${listId}-${index}`}
        ref={index === active ? scrollIntoList : undefined}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="option"
        tabIndex={-1}
        aria-selected={index === active}
        className={styles.option}
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onAccept(suggestion)}
      >
        <span translate="no">{suggestion.text}</span>
        <SuggestionHint suggestion={suggestion} />
      </div>
    ))}
  </div>
)

const scrollIntoList = (option: HTMLElement | null): void => option?.scrollIntoView?.({ block: 'nearest' })

const isHintedKey = (key: string): key is keyof typeof texts.keyHints => Object.hasOwn(texts.keyHints, key)

/** Says what may follow a key. A value explains itself. */
function SuggestionHint({ suggestion: { text, label } }: { readonly suggestion: FilterSuggestion }) {
  if (!text.endsWith(':')) return null
  return <span className={styles.hint}>{isHintedKey(label) ? texts.keyHints[label] : texts.ownField}</span>
}
