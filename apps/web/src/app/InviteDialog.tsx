import { checkInvites, inviteTexts, isEmail, limits, parseEmailList, splitTypedEmails } from '@espalier/domain'
import { type FormEvent, useRef, useState } from 'react'
import { inviteToBeta } from '../api/account/invites.ts'
import { pageConfig } from '../api/session/page-config.ts'
import { inviteDialogTexts } from '../texts/invite-dialog.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/Toasts.tsx'
import { TextField } from '../ui/form/fields.tsx'
import styles from './InviteDialog.module.css'

interface InviteDialogProps {
  onClose(): void
}

export function InviteDialog({ onClose }: InviteDialogProps) {
  const { features } = pageConfig()
  const form = useRef<HTMLFormElement>(null)
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const type = (typed: string) => {
    setText(typed)
    setError(describeInvalidEmail(splitTypedEmails(typed).tags))
  }
  const send = async (emails: readonly string[]) => {
    setBusy(true)
    const answer = await inviteToBeta(emails)
    setBusy(false)
    if (answer.ok) {
      if (features.mail === false) toast.warning(inviteTexts.recorded, { isPersistent: true })
      else toast.success(inviteTexts.sent)
      onClose()
    } else if (!answer.isReported) toast.error(answer.message, { isPersistent: true })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const checked = checkInvites(parseEmailList(text))
    if (checked.ok) {
      setError('')
      void send(checked.value)
      return
    }
    setError(
      checked.reason === 'invalid-email' ? inviteTexts['invalid-email'](checked.email) : inviteTexts[checked.reason],
    )
    form.current?.querySelector('input')?.focus()
  }
  return (
    <Dialog title={inviteDialogTexts.title} onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={submit}>
        <p>{inviteDialogTexts.lead(limits.invitesPerLifetime)}</p>
        <TextField
          label={inviteDialogTexts.addresses}
          name="emails"
          inputMode="email"
          autoComplete="off"
          hint={inviteDialogTexts.addressesHint}
          value={text}
          onChange={type}
          error={error}
        />
        {features.mail === false && <p className={styles.note}>{inviteDialogTexts.recordedOnly}</p>}
        {features.outbox && <p className={styles.note}>{inviteDialogTexts.outboxOnly}</p>}
        <div className={styles.footer}>
          <Button onClick={onClose}>{inviteDialogTexts.cancel}</Button>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {inviteDialogTexts.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Describes the first invalid address among the complete ones; the one being typed is ignored. */
function describeInvalidEmail(finished: readonly string[]): string {
  const invalid = finished.find((email) => !isEmail(email))
  return invalid === undefined ? '' : inviteTexts['invalid-email'](invalid)
}
