import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { frameTexts } from '../texts/frame.ts'
import { Button } from './Button.tsx'
import { openDialogs } from './open-dialogs.ts'
import confirmDialogStyles from './ConfirmDialog.module.css'
import styles from './Dialog.module.css'

interface DialogProps {
  readonly title: string
  /** An alertdialog asks a question that has to be answered. */
  readonly role?: 'dialog' | 'alertdialog'
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * Open while it is rendered: the browser's own modal dialog, which traps the focus, closes on Esc and restores the
 * focus.
 */
export function Dialog({ title, role = 'dialog', onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // Runs before the element leaves the document, because a dialog closed after that restores no focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return undefined
    element.showModal()
    const leave = openDialogs.add(element)
    return () => {
      leave()
      element.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={heading}
      className={styles.dialog}
      onKeyDown={keepTabInside}
      onCancel={(event) => {
        // The browser would close it by itself, while the page believes that it is open.
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  )
}

const focusableSelector = 'a[href], :is(button, input, select, textarea):not(:disabled), [tabindex="0"]'

// By default, Tab on the last control goes to the browser's own toolbars.
function keepTabInside(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(focusableSelector)]
  const [first, last] = [stops[0], stops.at(-1)]
  const isLeaving = document.activeElement === (event.shiftKey ? first : last)
  if (!isLeaving) return
  event.preventDefault()
  const target = event.shiftKey ? last : first
  target?.focus()
}

interface ConfirmDialogProps {
  readonly question: string
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** A question with the answers OK and Cancel. The harmless answer comes first and has the focus. */
export const ConfirmDialog = ({ question, onConfirm, onCancel }: ConfirmDialogProps) => (
  <Dialog title={question} role="alertdialog" onClose={onCancel}>
    <div className={confirmDialogStyles.answers}>
      <Button onClick={onCancel}>{frameTexts.cancel}</Button>
      <Button variant="primary" onClick={onConfirm}>
        {frameTexts.ok}
      </Button>
    </div>
  </Dialog>
)
