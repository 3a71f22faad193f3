import { isAllowedHref } from '@espalier/domain'
import { type KeyboardEvent, useId, useState } from 'react'
import { Button } from '../Button.tsx'
import styles from './RichTextField.module.css'

interface LinkFormProps {
  /** Where the text under the caret links to; empty: nowhere yet. */
  readonly present: string
  onApply(address: string): void
  onRemove(): void
  onClose(): void
}

/** Not a form element: it lies inside one. */
export function LinkForm({ present, onApply, onRemove, onClose }: LinkFormProps) {
  const id = useId()
  const [address, setAddress] = useState(present)
  const [isRefused, setRefused] = useState(false)
  const apply = () => {
    const whole = addScheme(address)
    if (isAllowedHref(whole)) onApply(whole)
    else setRefused(true)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') apply()
    else onClose()
  }
  return (
    <div className={styles.link}>
      <label htmlFor={id}>Link address</label>
      <input
        id={id}
        ref={(field) => field?.focus()}
        type="url"
        value={address}
        aria-invalid={isRefused || undefined}
        aria-describedby={isRefused ? `${id}-error` : undefined}
        onChange={(event) => setAddress(event.target.value)}
        onKeyDown={press}
      />
      <Button size="small" variant="primary" onClick={apply}>
        Apply link
      </Button>
      {present !== '' && (
        <Button size="small" onClick={onRemove}>
          Remove link
        </Button>
      )}
      {isRefused && (
        <p id={`${id}-error`} className={styles.error}>
          Please enter a web or e-mail address
        </p>
      )}
    </div>
  )
}

/** As people type it: 'example.com', 'ada@example.com'. */
function addScheme(typed: string): string {
  const address = typed.trim()
  if (address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address)) return address
  return /^[^\s/@]+@[^\s/@]+$/.test(address) ? `mailto:${address}` : `https://${address.replace(/^\/+/, '')}`
}
