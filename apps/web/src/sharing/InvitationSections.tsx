import { limits, type Permission, permissionLabels, permissions } from '@espalier/domain'
import { useId, useRef, useState } from 'react'
import type { ProjectInvitation } from '../api/invitations.ts'
import { pageConfig } from '../api/session/page-config.ts'
import { shareDialogTexts } from '../texts/share-dialog.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyInviteLinkButton } from './CopyLinkButton.tsx'
import { NewInviteLink } from './NewInviteLink.tsx'
import { isInvitationMailed, type ProjectInvitations } from './use-invitations.ts'
import fieldStyles from '../ui/form/field.module.css'
import styles from './sharing.module.css'

interface InvitationSectionsProps {
  readonly invitations: ProjectInvitations
}

/** Shows who is invited but has not come yet, and the link for anybody. */
export function InvitationSections({ invitations }: InvitationSectionsProps) {
  const section = useRef<HTMLElement>(null)
  const revoke = async (id: string) => {
    // The focused button is gone together with its row.
    if (await invitations.revoke(id)) section.current?.focus()
  }
  const people = invitations.list.flatMap((invitation) =>
    invitation.email === null ? [] : [{ invitation, email: invitation.email }],
  )
  const links = invitations.list.filter(({ email }) => email === null)
  const heading = useId()
  return (
    <>
      {people.length > 0 && (
        <ul aria-label={shareDialogTexts.invitations} className={styles.people}>
          {people.map(({ invitation, email }) => (
            <InvitedPersonRow key={invitation.id} invitation={invitation} email={email} onRevoke={revoke} />
          ))}
        </ul>
      )}
      <section ref={section} tabIndex={-1} aria-labelledby={heading} className={styles.part}>
        <h3 id={heading}>{shareDialogTexts.inviteLink}</h3>
        <p className={fieldStyles.hint}>{shareDialogTexts.inviteLinkHint}</p>
        {pageConfig().signup === 'beta' && (
          <p className={fieldStyles.hint}>{shareDialogTexts.betaInvites(limits.invitesPerLifetime)}</p>
        )}
        {links.map((invitation) => (
          <InviteLink key={invitation.id} invitation={invitation} onRevoke={revoke} />
        ))}
        {links.length === 0 && (
          <NewInviteLink
            onCreate={async (request) => {
              if (await invitations.createLink(request)) section.current?.focus()
            }}
          />
        )}
      </section>
    </>
  )
}

const readRole = (role: string): Permission => permissions.find((known) => known === role) ?? 'viewer'

interface InvitationRowProps {
  readonly invitation: ProjectInvitation
  onRevoke(id: string): Promise<void>
}

function InvitedPersonRow({ invitation, email, onRevoke }: InvitationRowProps & { readonly email: string }) {
  return (
    <li className={styles.invited}>
      <div className={styles.person}>
        <Avatar name={email} picture={null} />
        <span className={styles.name}>{shareDialogTexts.invited(email)}</span>
        <span className={styles.soft}>{permissionLabels[readRole(invitation.role)]}</span>
      </div>
      {!isInvitationMailed() && <LinkText link={invitation.link} label={shareDialogTexts.inviteLinkFor(email)} />}
      <div className={styles.actions}>
        <CopyInviteLinkButton link={invitation.link} email={email} />
        <RevokeButton id={invitation.id} label={shareDialogTexts.revokeInvitationFor(email)} onRevoke={onRevoke} />
      </div>
    </li>
  )
}

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

function InviteLink({ invitation: { id, link, role, expiresAt, usesLeft }, onRevoke }: InvitationRowProps) {
  return (
    <div className={styles.invited}>
      <LinkText link={link} label={shareDialogTexts.inviteLink} />
      <p className={fieldStyles.hint}>
        <span>{shareDialogTexts.linkRole[readRole(role)]}</span>{' '}
        {usesLeft !== null && <span>{shareDialogTexts.usesLeft(usesLeft)} </span>}
        {expiresAt !== null && <span>{shareDialogTexts.expires(dateFormat.format(expiresAt))}</span>}
      </p>
      <div className={styles.actions}>
        <CopyInviteLinkButton link={link} email={null} />
        <RevokeButton id={id} onRevoke={onRevoke} />
      </div>
    </div>
  )
}

interface LinkTextProps {
  readonly link: string
  readonly label: string
}

/** The whole link is selected on focus, so that it can also be copied by hand. */
const LinkText = ({ link, label }: LinkTextProps) => (
  <input
    type="text"
    readOnly
    aria-label={label}
    value={link}
    className={fieldStyles.input}
    onFocus={(event) => event.target.select()}
  />
)

interface RevokeButtonProps extends Pick<InvitationRowProps, 'onRevoke'> {
  readonly id: string
  /** The accessible name if several invitations can be revoked. */
  readonly label?: string
}

function RevokeButton({ id, label, onRevoke }: RevokeButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const revoke = () => {
    setBusy(true)
    void onRevoke(id).finally(() => setBusy(false))
  }
  return (
    <Button size="small" aria-label={label} isBusy={isBusy} onClick={revoke}>
      {shareDialogTexts.revoke}
    </Button>
  )
}
