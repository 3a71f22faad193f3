import { type Permission, permissionLabels, permissions } from '@espalier/domain'
import RemoveIcon from 'lucide-react/icons/x'
import { Avatar } from '../../ui/Avatar.tsx'
import type { Invitee } from './invitation.ts'
import styles from './sharing.module.css'

interface InviteeRowProps {
  readonly invitee: Invitee
  onPermit(permission: Permission): void
  onRemove(): void
}

/** One person about to be invited. */
export const InviteeRow = ({ invitee: { email, personId, permission }, onPermit, onRemove }: InviteeRowProps) => (
  <li className={styles.person} aria-busy={personId === null || undefined}>
    <Avatar name={email} picture={null} />
    <span className={styles.name}>{email}</span>
    <select
      aria-label={`Permission for ${email}`}
      value={permission}
      className={styles.select}
      onChange={(event) => onPermit(event.target.value as Permission)}
    >
      {permissions.map((choice) => (
        <option key={choice} value={choice}>
          {permissionLabels[choice]}
        </option>
      ))}
    </select>
    <button type="button" aria-label={`Remove ${email}`} className={styles.remove} onClick={onRemove}>
      <RemoveIcon size={16} aria-hidden="true" />
    </button>
  </li>
)
