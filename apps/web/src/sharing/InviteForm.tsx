import { accessTexts, shareButtonLabel, sharingLimits } from '@espalier/domain'
import { type FormEvent, type KeyboardEvent, type Ref, useId, useState } from 'react'
import { pageConfig } from '../api/session/page-config.ts'
import { shareDialogTexts } from '../texts/share-dialog.ts'
import { Button } from '../ui/Button.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { toast } from '../ui/Toasts.tsx'
import { joinClasses } from '../ui/join-classes.ts'
import { CopyLinkButton } from './CopyLinkButton.tsx'
import { InviteeRow } from './PersonRows.tsx'
import { RoleSelect } from './RoleSelect.tsx'
import type { Invitation } from './invitation.ts'
import type { InviteesStore } from './invitees-store.ts'
import type { ProjectSharing } from './use-sharing.ts'
import fieldStyles from '../ui/form/field.module.css'
import styles from './sharing.module.css'

interface AddPeopleFieldProps {
  readonly ref: Ref<HTMLInputElement>
  readonly invitation: Invitation
  readonly invitees: InviteesStore
  /** Invites an address that no account has. The message is part of the mail. */
  onInvite(email: string, message: string): Promise<void>
}

/** The field whose addresses become invitees at a space, a comma or Enter. */
export function AddPeopleField({ ref, invitation, invitees, onInvite }: AddPeopleFieldProps) {
  const { text, role, invitees: invited, faults, unknownEmails } = invitation
  const id = useId()
  const isFaulty = faults.length > 0
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && text.trim() !== '') {
      event.preventDefault()
      invitees.finishTyping()
    }
    const last = invited.at(-1)
    if (event.key === 'Backspace' && text === '' && last !== undefined) invitees.remove(last.email)
  }
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        {shareDialogTexts.addPeople}
      </label>
      <div className={styles.entry}>
        <input
          ref={ref}
          id={id}
          type="text"
          inputMode="email"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={text}
          aria-invalid={isFaulty || undefined}
          aria-describedby={joinClasses(`${id}-hint`, isFaulty && `${id}-faults`)}
          className={fieldStyles.input}
          onChange={(event) => invitees.enterText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <RoleSelect
          label={shareDialogTexts.roleForNewPeople}
          value={role}
          onChoose={(chosen) => invitees.chooseRole(chosen)}
        />
      </div>
      <p id={`${id}-hint`} className={fieldStyles.hint}>
        {shareDialogTexts.addPeopleHint}
      </p>
      {isFaulty && (
        <div id={`${id}-faults`} role="alert" className={fieldStyles.error}>
          {faults.map((fault) => (
            <p key={fault}>{fault}</p>
          ))}
        </div>
      )}
      {unknownEmails.length > 0 && <InviteUnknownPeople emails={unknownEmails} onInvite={onInvite} />}
    </div>
  )
}

interface InviteUnknownPeopleProps extends Pick<AddPeopleFieldProps, 'onInvite'> {
  readonly emails: readonly string[]
}

/** Offers to invite addresses without an account. One message is for all of them, until the last is invited. */
function InviteUnknownPeople({ emails, onInvite }: InviteUnknownPeopleProps) {
  const [message, setMessage] = useState('')
  return (
    <div className={styles.unknown}>
      <div className={styles.actions}>
        {emails.map((email) => (
          <InviteUnknownButton key={email} email={email} onInvite={() => onInvite(email, message)} />
        ))}
      </div>
      {/* Without mail the person passes on the link, and words of their own with it. */}
      {sendsMail() && (
        <Disclosure label={shareDialogTexts.addInvitationMessage}>
          <MessageField label={shareDialogTexts.invitationMessage} value={message} onChange={setMessage} />
        </Disclosure>
      )}
    </div>
  )
}

interface InviteUnknownButtonProps {
  readonly email: string
  onInvite(): Promise<void>
}

function InviteUnknownButton({ email, onInvite }: InviteUnknownButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const invite = () => {
    setBusy(true)
    void onInvite().finally(() => setBusy(false))
  }
  return (
    <Button variant="primary" size="small" isBusy={isBusy} className={styles.invite} onClick={invite}>
      {shareDialogTexts.inviteUnknown(email)}
    </Button>
  )
}

const sendsMail = (): boolean => pageConfig().features.mail !== false

interface InviteFormProps {
  readonly invitation: Invitation
  readonly invitees: InviteesStore
  readonly shared: ProjectSharing
  /** The focused control disappears, so the focus moves to the address field. */
  focusField(): void
}

export function InviteForm({ invitation, invitees, shared, focusField }: InviteFormProps) {
  const [isNotifying, setNotifying] = useState(true)
  const [message, setMessage] = useState('')
  const [isBusy, setBusy] = useState(false)
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
    if (isNotifying && !sendsMail()) toast.warning(accessTexts.mailRecorded, { isPersistent: true })
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
        <ul aria-label={shareDialogTexts.peopleToInvite} className={styles.people}>
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
        {shareDialogTexts.notify}
      </label>
      {isNotifying && !sendsMail() && <p>{shareDialogTexts.recordedOnly}</p>}
      {isNotifying && <MessageField label={shareDialogTexts.message} value={message} onChange={setMessage} />}
      <div className={styles.footer}>
        <CopyLinkButton projectId={shared.project.id} />
        <Button onClick={leave}>{shareDialogTexts.cancel}</Button>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {shareButtonLabel(isNotifying)}
        </Button>
      </div>
    </form>
  )
}

interface MessageFieldProps {
  readonly label: string
  readonly value: string
  onChange(value: string): void
}

function MessageField({ label, value, onChange }: MessageFieldProps) {
  const id = useId()
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        {label}
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
        {shareDialogTexts.messageLength(value.length, sharingLimits.messageCharacters)}
      </p>
    </div>
  )
}
