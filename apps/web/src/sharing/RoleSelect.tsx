import { type Permission, permissionLabels, permissions } from '@espalier/domain'
import styles from './sharing.module.css'

interface RoleSelectProps {
  /** The accessible name. */
  readonly label: string
  readonly value: Permission
  onChoose(role: Permission): void
}

/** Chooses what a person who is not a member yet will be allowed to do. */
export const RoleSelect = ({ label, value, onChoose }: RoleSelectProps) => (
  <select
    aria-label={label}
    value={value}
    className={styles.select}
    onChange={(event) => onChoose(event.target.value as Permission)}
  >
    {permissions.map((choice) => (
      <option key={choice} value={choice}>
        {permissionLabels[choice]}
      </option>
    ))}
  </select>
)
