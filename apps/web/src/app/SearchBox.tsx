import Command from 'lucide-react/icons/command'
import Search from 'lucide-react/icons/search'
import { type FormEvent, useId, useRef } from 'react'
import { useLocation, useNavigate } from '../platform/router.tsx'
import { isPaletteOpen } from '../shared/palette.ts'
import { topBarTexts } from '../texts/top-bar.ts'
import styles from './SearchBox.module.css'

interface LocationParts {
  readonly pathname: string
  readonly search: string
  readonly hash: string
}

/** Builds the address of a search: the canvas searches itself, everything else searches the project list. */
export function buildSearchAddress(location: LocationParts, typed: string): string {
  const text = typed.trim()
  const part = text === '' ? [] : [`search=${encodeURIComponent(text)}`]
  if (/^\/tree\//i.test(location.pathname)) return appendHash(location.pathname + location.search, part)
  const isList = /^\/projects\/?$/i.test(location.pathname)
  const filter = (isList && readFilter(location.hash)) || 'inbox'
  return appendHash(isList ? location.pathname + location.search : '/projects', [filter, ...part])
}

const appendHash = (path: string, parts: readonly string[]): string =>
  parts.length === 0 ? path : `${path}#${parts.join('&')}`

/** The list's filter is the part of the hash without a value. */
const readFilter = (hash: string): string | undefined =>
  hash
    .replace(/^#/, '')
    .split('&')
    .find((part) => part !== '' && !part.includes('='))

/** Enter writes the search into the hash, where the list and the canvas read it. */
export function SearchBox() {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const location = useLocation()
  const search = (event: FormEvent) => {
    event.preventDefault()
    void navigate(buildSearchAddress(location, field.current?.value ?? ''))
  }
  return (
    <form className={styles.box} onSubmit={search}>
      <label htmlFor={id} className={styles.label}>
        <Search size={16} />
        {topBarTexts.search}
      </label>
      <input ref={field} id={id} type="search" enterKeyHint="search" autoComplete="off" className={styles.field} />
      <button
        type="button"
        aria-label={topBarTexts.commands}
        data-tooltip={topBarTexts.commands}
        aria-keyshortcuts="Control+K Meta+K"
        className={styles.palette}
        onClick={() => isPaletteOpen.set(true)}
      >
        <Command size={16} />
      </button>
    </form>
  )
}
