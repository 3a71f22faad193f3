import { type GeneralAccess, generalAccesses, generalAccessLabels, getSharingIcon } from '@espalier/domain'
import { useId } from 'react'
import fieldStyles from '../../ui/form/field.module.css'
import { SharingIcon } from '../../ui/SharingIcon.tsx'
import styles from './sharing.module.css'
import { useOptimisticChoice } from './use-choice.ts'

const accessHints: Readonly<Record<GeneralAccess, string>> = {
  restricted: 'Only the people listed above can open the project.',
  anyone: 'Anyone who has the link can view the project, also without an account.',
}

interface GeneralAccessFieldProps {
  readonly stored: GeneralAccess
  readonly canEdit: boolean
  onChoose(access: GeneralAccess): Promise<unknown>
}

export function GeneralAccessField({ stored, canEdit, onChoose }: GeneralAccessFieldProps) {
  const id = useId()
  const { shown, isSending, choose } = useOptimisticChoice(stored, onChoose)
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        General access
      </label>
      <div className={styles.access}>
        <SharingIcon icon={getSharingIcon({ generalAccess: shown, users: {} })} />
        <select
          id={id}
          aria-describedby={`${id}-hint`}
          aria-busy={isSending || undefined}
          disabled={!canEdit}
          value={shown}
          className={styles.select}
          onChange={(event) => void choose(event.target.value as GeneralAccess)}
        >
          {generalAccesses.map((access) => (
            <option key={access} value={access}>
              {generalAccessLabels[access]}
            </option>
          ))}
        </select>
      </div>
      <p id={`${id}-hint`} className={fieldStyles.hint}>
        {accessHints[shown]}
      </p>
    </div>
  )
}
