import { type Permission, permissionLabels, permissions, sharingTexts } from '@espalier/domain'
import type { ReactNode } from 'react'
import { type PersonState, formatPerson, usePerson } from '../../data/people/index.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { allowedPictureUrl } from './picture-from.ts'
import styles from './sharing.module.css'
import { useOptimisticChoice } from './use-choice.ts'

const unknownHint = 'You see who this is once they have opened the project.'

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
      <span className={styles.name} title={state.kind === 'unknown' ? unknownHint : undefined}>
        {email}
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

/** Everybody can remove their own access; to change anything else one must be allowed to share. */
function listPermissionChoices({ isOwn, permission, canEdit }: Pick<PersonRowProps, 'isOwn' | 'permission' | 'canEdit'>) {
  if (canEdit) return [...permissions, 'none'] as const
  return isOwn ? ([permission, 'none'] as const) : ([permission] as const)
}

export function PersonRow({ id, isOwn, permission, canEdit, onPermit }: PersonRowProps) {
  const state = usePerson(id)
  const { shown, isSending, choose } = useOptimisticChoice<PermissionChoice>(permission, (next) => onPermit(next === 'none' ? null : next))
  const choices = listPermissionChoices({ isOwn, permission, canEdit })
  return (
    <AccessRow state={state} isOwn={isOwn}>
      <select
        aria-label={`Permission for ${formatPerson(state)}`}
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
