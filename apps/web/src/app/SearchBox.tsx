import Search from 'lucide-react/icons/search'
import { type FormEvent, useId, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import styles from './SearchBox.module.css'

interface LocationParts {
  readonly pathname: string
  readonly search: string
  readonly hash: string
}

/** Where a search typed into the top bar leads: the canvas searches itself, everything else searches the project list. */
export function buildSearchAddress(place: LocationParts, typed: string): string {
  const text = typed.trim()
  const part = text === '' ? [] : [`search=${encodeURIComponent(text)}`]
  if (/^\/tree\//i.test(place.pathname)) return appendHash(place.pathname + place.search, part)
  const isList = /^\/projects\/?$/i.test(place.pathname)
  const filter = (isList && readFilter(place.hash)) || 'inbox'
  return appendHash(isList ? place.pathname + place.search : '/projects', [filter, ...part])
}

const appendHash = (path: string, parts: readonly string[]): string =>
  parts.length === 0 ? path : `${path}#${parts.join('&')}`

/** The list's filter is the part of the hash without a value. */
const readFilter = (hash: string): string | undefined =>
  hash
    .replace(/^#/, '')
    .split('&')
    .find((part) => part !== '' && !part.includes('='))

/** Enter pushes what was typed into the hash, where the list and the canvas read it. */
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
        Search
      </label>
      <input ref={field} id={id} type="search" enterKeyHint="search" autoComplete="off" className={styles.field} />
    </form>
  )
}
