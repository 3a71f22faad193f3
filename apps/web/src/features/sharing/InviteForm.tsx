import { shareButtonLabel, sharingLimits, accessTexts } from '@espalier/domain'
import { type FormEvent, useId, useState } from 'react'
import { pageConfig } from '../../data/config/index.ts'
import { Button } from '../../ui/Button.tsx'
import fieldStyles from '../../ui/form/field.module.css'
import { toast } from '../../ui/toasts/toast.ts'
import { CopyLinkButton } from './CopyLink.tsx'
import type { Invitation } from './invitation.ts'
import { InviteeRow } from './InviteeRow.tsx'
import type { InviteesStore } from './invitees.ts'
import styles from './sharing.module.css'
import type { ProjectSharing } from './use-sharing.ts'

interface InviteFormProps {
  readonly invitation: Invitation
  readonly invitees: InviteesStore
  readonly shared: ProjectSharing
  /** What had the focus here goes away: it moves to the field for addresses. */
  focusField(): void
}

export function InviteForm({ invitation, invitees, shared, focusField }: InviteFormProps) {
  const [isNotifying, setNotifying] = useState(true)
  const [message, setMessage] = useState('')
  const [isBusy, setBusy] = useState(false)
  const sendsMail = pageConfig().features.mail !== false
  const leave = () => {
    invitees.clear()
    focusField()
  }
  const share = async () => {
    const changes = await invitees.resolveAll()
    if (changes === null) {
      focusField()
      return
    }
    const letter = isNotifying && message.trim() !== '' ? { notificationText: message.trim() } : {}
    if (!(await shared.send({ changes, notify: isNotifying, ...letter }))) return
    if (isNotifying && !sendsMail) toast.warning(accessTexts.mailRecorded, { isPersistent: true })
    leave()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    void share().finally(() => setBusy(false))
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {invitation.invitees.length > 0 && (
        <ul aria-label="People to invite" className={styles.people}>
          {invitation.invitees.map((invitee) => (
            <InviteeRow
              key={invitee.email}
              invitee={invitee}
              onPermit={(permission) => invitees.permit(invitee.email, permission)}
              onRemove={() => {
                invitees.remove(invitee.email)
                focusField()
              }}
            />
          ))}
        </ul>
      )}
      <label className={styles.check}>
        <input type="checkbox" checked={isNotifying} onChange={(event) => setNotifying(event.target.checked)} />
        Notify
      </label>
      {isNotifying && !sendsMail && <p>This server sends no mail: the mail is recorded, not sent.</p>}
      {isNotifying && <MessageField value={message} onChange={setMessage} />}
      <div className={styles.footer}>
        <CopyLinkButton projectId={shared.project.id} />
        <Button onClick={leave}>Cancel</Button>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {shareButtonLabel(isNotifying)}
        </Button>
      </div>
    </form>
  )
}

interface MessageFieldProps {
  readonly value: string
  onChange(value: string): void
}

function MessageField({ value, onChange }: MessageFieldProps) {
  const id = useId()
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        Message
      </label>
      <textarea
        id={id}
        rows={3}
        maxLength={sharingLimits.messageCharacters}
        aria-describedby={`${id}-count`}
        value={value}
        className={fieldStyles.input}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-count`} className={fieldStyles.hint}>
        {value.length} of {sharingLimits.messageCharacters} characters
      </p>
    </div>
  )
}
