import type { Branch } from '@espalier/domain'
import { parseOutline } from '@espalier/interchange'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextAreaField } from '../../../ui/form/TextAreaField.tsx'
import styles from './EmptyProject.module.css'

interface PasteOutlineDialogProps {
  readonly onClose: () => void
  readonly onBranches: (branches: readonly Branch[]) => void
}

/** Indented lines or a Markdown list become a tree. */
export function PasteOutlineDialog({ onClose, onBranches }: PasteOutlineDialogProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const branches = parseOutline(text)
    if (branches.length === 0) setError('Please enter at least one line')
    else onBranches(branches)
  }
  return (
    <Dialog title="Paste an outline" onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <TextAreaField
          label="Outline"
          name="outline"
          hint="One node a line; a line that is indented hangs below the one above. Markdown lists work, too."
          value={text}
          error={error}
          onChange={(value) => {
            setText(value)
            setError('')
          }}
        />
        <div className={styles.ways}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Add nodes
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
