import { useCallback } from 'react'
import { type AdminInvitation, fetchInvitations, type InvitationPage, revokeAnyInvitation } from '../../api/admin.ts'
import { toastApiFailure } from '../../shared/toast-api-failure.ts'
import { useConfirmation } from '../../shared/use-confirmation.tsx'
import { adminInvitationTexts as texts } from '../../texts/admin.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/Toasts.tsx'
import { ListState } from './ListState.tsx'
import { usePages } from './use-pages.ts'
import styles from './Admin.module.css'

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** The invitations to all projects that can still be accepted. */
export function InvitationsSection() {
  const load = useCallback((offset: number | null) => fetchInvitations(offset ?? 0), [])
  const loaded = usePages<InvitationPage, number>(load)
  const { ask, dialog } = useConfirmation()
  const invitations = loaded.pages?.flatMap((page) => page.invitations) ?? []
  const revoke = async (id: string) => {
    if (!(await ask(texts.confirmRevoke))) return
    const answer = await revokeAnyInvitation(id)
    if (!answer.ok && answer.code !== 'NOT_FOUND') return toastApiFailure(answer)
    loaded.change((page) => ({
      ...page,
      total: page.total - 1,
      invitations: page.invitations.filter((one) => one.id !== id),
    }))
    toast.success(texts.revoked)
  }
  const total = loaded.pages?.at(0)?.total ?? 0
  return (
    <section aria-label={texts.list} className={styles.section}>
      {total > 0 && (
        <div className={styles.tools}>
          <output>{texts.count(total)}</output>
        </div>
      )}
      <ListState loaded={loaded} isEmpty={invitations.length === 0} emptyText={texts.nothing}>
        <ul aria-label={texts.list} className={styles.list}>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} onRevoke={revoke} />
          ))}
        </ul>
      </ListState>
      {dialog}
    </section>
  )
}

interface InvitationRowProps {
  readonly invitation: AdminInvitation
  onRevoke(id: string): Promise<void>
}

function InvitationRow({ invitation, onRevoke }: InvitationRowProps) {
  const { id, email, role, projectId, invitedById, invitedByEmail, createdAt, expiresAt, usesLeft } = invitation
  return (
    <li className={styles.row}>
      <div className={styles.main}>
        <strong translate={email === null ? undefined : 'no'}>{email ?? texts.anybody}</strong>
        <span className={styles.facts}>
          <span className={styles.chip}>{role === 'editor' ? texts.roles.editor : texts.roles.viewer}</span>
          <span>{texts.by(invitedByEmail ?? invitedById)}</span>
          <span>{texts.created(dateFormat.format(createdAt))}</span>
          <span>{expiresAt === null ? texts.never : texts.expires(dateFormat.format(expiresAt))}</span>
          {usesLeft !== null && email === null && <span>{texts.uses(usesLeft)}</span>}
          <code translate="no">{projectId}</code>
        </span>
      </div>
      <div className={styles.actions}>
        <Button size="small" aria-label={texts.revokeFor(email ?? texts.anybody)} onClick={() => void onRevoke(id)}>
          {texts.revoke}
        </Button>
      </div>
    </li>
  )
}
