import { type ComponentType, useState } from 'react'
import { toast } from '../../ui/toasts/toast.ts'
import styles from './TopBar.module.css'

interface InviteDialogProps {
  onClose(): void
}

/** The dialog loads when it is asked for. */
export function InviteLink() {
  const [Dialog, setDialog] = useState<ComponentType<InviteDialogProps> | null>(null)
  const open = () =>
    import('../../features/invite/index.ts').then(
      ({ InviteDialog }) => setDialog(() => InviteDialog),
      // Often: a newer version was put in place meanwhile.
      () => toast.error('The invites could not be loaded. Reload the page and try again.', { isPersistent: true }),
    )
  return (
    <>
      <a
        href="/projects"
        className={styles.link}
        onClick={(event) => {
          event.preventDefault()
          void open()
        }}
      >
        Invite
      </a>
      {Dialog && <Dialog onClose={() => setDialog(null)} />}
    </>
  )
}
