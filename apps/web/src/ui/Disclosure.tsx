import { type ReactNode, useId, useState } from 'react'
import { Button } from './Button.tsx'
import styles from './Disclosure.module.css'

interface DisclosureProps {
  readonly label: string
  /** Something inside was typed or is wrong, so it has to be seen. */
  readonly isNeeded?: boolean
  readonly children: ReactNode
}

/** Hides fields that are rarely needed behind a quiet button. They are rendered only while they are shown. */
export function Disclosure({ label, isNeeded = false, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(isNeeded)
  const [wasNeeded, setWasNeeded] = useState(isNeeded)
  const contentsId = useId()
  if (isNeeded !== wasNeeded) {
    setWasNeeded(isNeeded)
    if (isNeeded) setOpen(true)
  }
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className={styles.opener}
        aria-expanded={isOpen}
        aria-controls={isOpen ? contentsId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      {isOpen && (
        <div id={contentsId} className={styles.contents}>
          {children}
        </div>
      )}
    </>
  )
}
