import { type KeyboardEvent, type Ref, useId } from 'react'
import { joinClasses } from '../../ui/join-classes.ts'
import fieldStyles from '../../ui/form/field.module.css'
import type { Invitation } from './invitation.ts'
import type { InviteesStore } from './invitees.ts'

interface AddPeopleFieldProps {
  readonly ref: Ref<HTMLInputElement>
  readonly invitation: Invitation
  readonly invitees: InviteesStore
}

/** The field whose addresses become people to invite, at a space, a comma or Enter. */
export function AddPeopleField({ ref, invitation, invitees }: AddPeopleFieldProps) {
  const { text, invitees: invited, faults } = invitation
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
        Add people by email
      </label>
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
      <p id={`${id}-hint`} className={fieldStyles.hint}>
        Separate several addresses with a space or a comma.
      </p>
      {isFaulty && (
        <div id={`${id}-faults`} role="alert" className={fieldStyles.error}>
          {faults.map((fault) => (
            <p key={fault}>{fault}</p>
          ))}
        </div>
      )}
    </div>
  )
}
