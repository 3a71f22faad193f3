import { dayMs } from '@espalier/domain'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import {
  type BranchChoice,
  createAccessToken,
  type CreatedAccessToken,
  type TokenRole,
} from '../../api/access-tokens.ts'
import { clock } from '../../platform/timing.ts'
import { useCalendarProjects } from '../../sharing/use-calendar-feeds.ts'
import { accessTokenTexts as texts } from '../../texts/access-tokens.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import { BranchField } from './BranchField.tsx'
import styles from './UserSettings.module.css'

const roles: readonly TokenRole[] = ['reader', 'proposer', 'editor']
const isRole = (value: string): value is TokenRole => roles.some((role) => role === value)

const daysByExpiry = { month: 30, quarter: 90, year: 365, never: null } as const
type Expiry = keyof typeof daysByExpiry
const expiries = Object.keys(daysByExpiry) as readonly Expiry[]
const isExpiry = (value: string): value is Expiry => Object.hasOwn(daysByExpiry, value)

/** No project has this id. */
const allProjects = ''

function toExpiryTime(expiry: Expiry): number | null {
  const days = daysByExpiry[expiry]
  return days === null ? null : clock.now() + days * dayMs
}

interface NewTokenFormProps {
  onCreated(created: CreatedAccessToken): void
  onCancel(): void
}

export function NewTokenForm({ onCreated, onCancel }: NewTokenFormProps) {
  const projects = useCalendarProjects()
  const [name, setName] = useState('')
  const [role, setRole] = useState<TokenRole>('reader')
  const [projectId, setProjectId] = useState(allProjects)
  const [branch, setBranch] = useState<BranchChoice | null>(null)
  const [expiry, setExpiry] = useState<Expiry>('quarter')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const create = async () => {
    if (name.trim() === '') return setError(texts.nameMissing)
    setBusy(true)
    const chosen = projectId === allProjects ? null : projectId
    const scope = { projectId: chosen, nodeId: branch?.id ?? null }
    const answer = await createAccessToken({ name, role, ...scope, expiresAt: toExpiryTime(expiry) })
    setBusy(false)
    if (answer.ok) onCreated(answer.value)
    else setError(answer.message)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isBusy) void create()
  }
  return (
    <form ref={form} noValidate className={styles.section} onSubmit={submit}>
      <TextField
        label={texts.name}
        name="token-name"
        autoComplete="off"
        hint={texts.nameHint}
        value={name}
        error={error}
        isRequired
        onChange={setName}
      />
      <div className={styles.names}>
        <SelectField
          label={texts.role}
          name="token-role"
          choices={roles.map((value) => ({ value, label: texts.roles[value] }))}
          value={role}
          onChange={(value) => isRole(value) && setRole(value)}
        />
        <SelectField
          label={texts.project}
          name="token-project"
          choices={[
            { value: allProjects, label: texts.allProjects },
            ...projects.map(({ id, title }) => ({ value: id, label: title, isUserData: true })),
          ]}
          value={projectId}
          onChange={(value) => {
            setProjectId(value)
            setBranch(null)
          }}
        />
        <SelectField
          label={texts.expiry}
          name="token-expiry"
          choices={expiries.map((value) => ({ value, label: texts.expiries[value] }))}
          value={expiry}
          onChange={(value) => isExpiry(value) && setExpiry(value)}
        />
      </div>
      {projectId !== allProjects && (
        <BranchField key={projectId} projectId={projectId} branch={branch} onChange={setBranch} />
      )}
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {texts.create}
        </Button>
        <Button onClick={onCancel}>{texts.cancel}</Button>
      </div>
    </form>
  )
}
