import { checkInviteLinkExpiry, checkInviteLinkUses, dayMs, inviteLinkTexts, type Permission } from '@espalier/domain'
import { useState } from 'react'
import type { InviteLinkRequest } from '../api/invitations.ts'
import { clock } from '../platform/timing.ts'
import { shareDialogTexts } from '../texts/share-dialog.ts'
import { Button } from '../ui/Button.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { Form, formError, type FormErrors, noFormErrors } from '../ui/form/Form.tsx'
import { SelectField, TextField } from '../ui/form/fields.tsx'
import { RoleSelect } from './RoleSelect.tsx'
import styles from './sharing.module.css'

const lifetimes = ['day', 'week', 'month', 'never', 'date'] as const
type Lifetime = (typeof lifetimes)[number]
const lifetimeDays = { day: 1, week: 7, month: 30 } as const

const isLifetime = (value: string): value is Lifetime => lifetimes.some((one) => one === value)

/** The values of the fields under the disclosure. */
interface LinkLimits {
  readonly lifetime: Lifetime
  /** As the date field has it: `2026-12-31`. */
  readonly lastDay: string
  /** Blank: any number. */
  readonly uses: string
}

// A link that is found in an old mail should not open the project forever.
const usualLimits: LinkLimits = { lifetime: 'month', lastDay: '', uses: '' }

function resolveExpiry({ lifetime, lastDay }: LinkLimits, now: number): number | null {
  if (lifetime === 'never') return null
  if (lifetime !== 'date') return now + lifetimeDays[lifetime] * dayMs
  // The link works until the end of that day where the person is.
  const [year = Number.NaN, month = Number.NaN, day = Number.NaN] = lastDay.split('-').map(Number)
  return new Date(year, month - 1, day + 1).getTime() - 1
}

const resolveUses = ({ uses }: LinkLimits): number | null => {
  const typed = uses.trim()
  if (typed === '') return null
  return /^\d+$/u.test(typed) ? Number(typed) : Number.NaN
}

interface NewInviteLinkProps {
  onCreate(request: InviteLinkRequest): Promise<void>
}

/** Creates a link for anybody. Its limits are rarely changed, so they are behind a button. */
export function NewInviteLink({ onCreate }: NewInviteLinkProps) {
  const [role, setRole] = useState<Permission>('editor')
  const [limits, setLimits] = useState(usualLimits)
  const [errors, setErrors] = useState(noFormErrors)
  const [isBusy, setBusy] = useState(false)
  const edit = (change: Partial<LinkLimits>) => {
    setLimits({ ...limits, ...change })
    setErrors(noFormErrors)
  }
  const create = () => {
    const now = clock.now()
    const expiry = checkInviteLinkExpiry(resolveExpiry(limits, now), now)
    const uses = checkInviteLinkUses(resolveUses(limits))
    if (!expiry.ok || !uses.ok) {
      const expiryError = expiry.ok ? {} : { lastDay: inviteLinkTexts[expiry.reason]() }
      setErrors(formError('', { ...expiryError, ...(!uses.ok && { uses: inviteLinkTexts[uses.reason]() }) }))
      return
    }
    setErrors(noFormErrors)
    setBusy(true)
    void onCreate({ role, expiresAt: expiry.value, maxUses: uses.value }).finally(() => setBusy(false))
  }
  return (
    <Form errors={errors} isBusy={isBusy} onSubmit={create}>
      <div className={styles.newLink}>
        <RoleSelect label={shareDialogTexts.roleForLink} value={role} onChoose={setRole} />
        <Disclosure label={shareDialogTexts.linkLimits} isNeeded={errors !== noFormErrors}>
          <LinkLimitFields limits={limits} errors={errors} onEdit={edit} />
        </Disclosure>
        <Button type="submit" isBusy={isBusy}>
          {shareDialogTexts.createLink}
        </Button>
      </div>
    </Form>
  )
}

interface LinkLimitFieldsProps {
  readonly limits: LinkLimits
  readonly errors: FormErrors
  onEdit(change: Partial<LinkLimits>): void
}

const LinkLimitFields = ({ limits, errors, onEdit }: LinkLimitFieldsProps) => (
  <>
    <SelectField
      label={shareDialogTexts.linkLifetime}
      name="lifetime"
      choices={lifetimes.map((value) => ({ value, label: shareDialogTexts.lifetimes[value] }))}
      value={limits.lifetime}
      onChange={(value) => isLifetime(value) && onEdit({ lifetime: value })}
    />
    {limits.lifetime === 'date' && (
      <TextField
        label={shareDialogTexts.linkLastDay}
        name="lastDay"
        type="date"
        value={limits.lastDay}
        error={errors.fields['lastDay']}
        onChange={(lastDay) => onEdit({ lastDay })}
      />
    )}
    <TextField
      label={shareDialogTexts.linkUses}
      name="uses"
      inputMode="numeric"
      autoComplete="off"
      hint={shareDialogTexts.linkUsesHint}
      value={limits.uses}
      error={errors.fields['uses']}
      onChange={(uses) => onEdit({ uses })}
    />
  </>
)
