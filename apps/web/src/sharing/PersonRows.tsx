import { type Permission, permissionLabels, permissions, sharingTexts } from '@espalier/domain'
import RemoveIcon from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { allowedPictureUrl, formatPerson, type PersonState, usePerson } from '../api/people.ts'
import { shareDialogTexts } from '../texts/share-dialog.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { RoleSelect } from './RoleSelect.tsx'
import type { Invitee } from './invitation.ts'
import { useOptimisticChoice } from './use-sharing.ts'
import styles from './sharing.module.css'

interface AccessRowProps {
  readonly state: PersonState
  readonly isOwn: boolean
  readonly children: ReactNode
}

function AccessRow({ state, isOwn, children }: AccessRowProps) {
  const email = formatPerson(state)
  return (
    <li className={styles.person}>
      <Avatar name={email} picture={state.kind === 'known' ? allowedPictureUrl(state.person.picture) : null} />
      <span className={styles.name} title={state.kind === 'unknown' ? shareDialogTexts.unknownPerson : undefined}>
        <span translate="no">{email}</span>
        {isOwn && <span className={styles.soft}> {sharingTexts.you}</span>}
      </span>
      {children}
    </li>
  )
}

interface OwnerRowProps {
  readonly id: string
  readonly isOwn: boolean
}

export const OwnerRow = ({ id, isOwn }: OwnerRowProps) => (
  <AccessRow state={usePerson(id)} isOwn={isOwn}>
    <span className={styles.soft}>{sharingTexts.owner}</span>
  </AccessRow>
)

interface PersonRowProps extends OwnerRowProps {
  readonly permission: Permission
  readonly canEdit: boolean
  onPermit(permission: Permission | null): Promise<unknown>
}

type PermissionChoice = Permission | 'none'

/** Everybody can remove their own access; any other change needs the right to share. */
function listPermissionChoices({
  isOwn,
  permission,
  canEdit,
}: Pick<PersonRowProps, 'isOwn' | 'permission' | 'canEdit'>) {
  if (canEdit) return [...permissions, 'none'] as const
  return isOwn ? ([permission, 'none'] as const) : ([permission] as const)
}

export function PersonRow({ id, isOwn, permission, canEdit, onPermit }: PersonRowProps) {
  const state = usePerson(id)
  const { shown, isSending, choose } = useOptimisticChoice<PermissionChoice>(permission, (next) =>
    onPermit(next === 'none' ? null : next),
  )
  const choices = listPermissionChoices({ isOwn, permission, canEdit })
  return (
    <AccessRow state={state} isOwn={isOwn}>
      <select
        aria-label={shareDialogTexts.permissionFor(formatPerson(state))}
        aria-busy={isSending || undefined}
        disabled={choices.length === 1}
        value={shown}
        className={styles.select}
        onChange={(event) => void choose(event.target.value as PermissionChoice)}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {permissionLabels[choice]}
          </option>
        ))}
      </select>
    </AccessRow>
  )
}

interface InviteeRowProps {
  readonly invitee: Invitee
  onPermit(permission: Permission): void
  onRemove(): void
}

/** One person about to be invited. */
export const InviteeRow = ({ invitee: { email, personId, permission }, onPermit, onRemove }: InviteeRowProps) => (
  <li className={styles.person} aria-busy={personId === null || undefined}>
    <Avatar name={email} picture={null} />
    <span translate="no" className={styles.name}>
      {email}
    </span>
    <RoleSelect label={shareDialogTexts.permissionFor(email)} value={permission} onChoose={onPermit} />
    <button
      type="button"
      aria-label={shareDialogTexts.removeInvitee(email)}
      className={styles.remove}
      onClick={onRemove}
    >
      <RemoveIcon size={16} aria-hidden="true" />
    </button>
  </li>
)
