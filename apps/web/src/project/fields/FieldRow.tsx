import { type ReactNode, useId } from 'react'
import { joinClasses } from '../../ui/join-classes.ts'
import styles from './FieldRow.module.css'

/** The attributes that connect a control with its label and its fault. */
export interface FieldControl {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

interface FieldRowProps {
  readonly label: string
  /** The label is the person's own word. */
  readonly isOwnLabel?: boolean
  /** Empty: nothing is wrong. */
  readonly fault?: string
  /** Alone in a dialog that has the field's name as its title. */
  readonly isAlone?: boolean
  /** The name is above the editor. */
  readonly isStacked?: boolean
  readonly children: (control: FieldControl) => ReactNode
}

/** A field's name with its editor beside it and its fault below. */
export function FieldRow(props: FieldRowProps) {
  const { label, isOwnLabel = false, fault = '', isAlone = false, isStacked = false, children } = props
  const id = useId()
  const faultId = `${id}-fault`
  return (
    <div className={joinClasses(styles.row, isAlone && styles.alone, isStacked && styles.stacked)}>
      <label htmlFor={id} className={styles.label} translate={isOwnLabel ? 'no' : undefined}>
        {label}
      </label>
      <div className={styles.editor}>
        {children({
          id,
          'aria-invalid': fault === '' ? undefined : true,
          'aria-describedby': fault === '' ? undefined : faultId,
        })}
        {fault !== '' && (
          <p id={faultId} role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
      </div>
    </div>
  )
}

/** The look of an input or a select in a row. */
export const controlClass = styles.control
