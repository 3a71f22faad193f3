import { Button } from './Button.tsx'
import styles from './ConfirmDialog.module.css'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  readonly question: string
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** A question with the answers OK and Cancel. The harmless answer comes first and holds the focus. */
export const ConfirmDialog = ({ question, onConfirm, onCancel }: ConfirmDialogProps) => (
  <Dialog title={question} role="alertdialog" onClose={onCancel}>
    <div className={styles.answers}>
      <Button onClick={onCancel}>Cancel</Button>
      <Button variant="primary" onClick={onConfirm}>
        OK
      </Button>
    </div>
  </Dialog>
)
