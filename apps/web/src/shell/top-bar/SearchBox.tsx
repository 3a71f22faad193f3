import Search from 'lucide-react/icons/search'
import { type FormEvent, useId, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { buildSearchAddress } from './search-address.ts'
import styles from './SearchBox.module.css'

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
