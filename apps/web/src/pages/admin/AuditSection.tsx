import { useCallback, useMemo, useState } from 'react'
import { type AuditFilter, type AuditPage, fetchAuditLog, formatAuditExportUrl } from '../../api/admin.ts'
import { adminAuditTexts as texts } from '../../texts/admin.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import { AuditRow, isKnownAction, nameAction } from './AuditRow.tsx'
import { ListState } from './ListState.tsx'
import { useLateValue } from './use-late-value.ts'
import { usePages } from './use-pages.ts'
import styles from './Admin.module.css'

const formats = ['csv', 'jsonl'] as const

/** The texts that were typed into the filter; empty ones filter nothing. */
interface TypedFilter {
  readonly person: string
  readonly action: string
  readonly project: string
  readonly since: string
  readonly until: string
}

const emptyFilter: TypedFilter = { person: '', action: '', project: '', since: '', until: '' }

/** A day begins and ends at midnight of the operator's own time zone. */
function toTime(day: string, isEnd: boolean): number | null {
  if (day === '') return null
  const date = new Date(`${day}T00:00:00`)
  if (isEnd) date.setDate(date.getDate() + 1)
  return Number.isNaN(date.getTime()) ? null : date.getTime()
}

const toFilter = ({ person, action, project, since, until }: TypedFilter): AuditFilter => ({
  person: person.trim() || null,
  action: action || null,
  projectId: project.trim() || null,
  since: toTime(since, false),
  until: toTime(until, true),
})

interface AuditSectionProps {
  /** The address whose entries are shown first. */
  readonly person: string
}

/** The audit log, the latest entries first. */
export function AuditSection({ person }: AuditSectionProps) {
  const [typed, setTyped] = useState<TypedFilter>({ ...emptyFilter, person })
  const late = useLateValue(typed)
  const filter = useMemo(() => toFilter(late), [late])
  const load = useCallback((before: string | null) => fetchAuditLog(filter, before), [filter])
  const loaded = usePages<AuditPage, string>(load)
  const entries = loaded.pages?.flatMap((page) => page.entries) ?? []
  const first = loaded.pages?.at(0)
  const set = (change: Partial<TypedFilter>) => setTyped((before) => ({ ...before, ...change }))
  return (
    <section aria-label={texts.list} className={styles.section}>
      <AuditFilters typed={typed} actions={first?.actions ?? []} onChange={set} />
      <div className={styles.tools}>
        <p>{first === undefined ? '' : texts.kept(first.days)}</p>
        <div className={styles.actions}>
          {Object.values(typed).some((text) => text !== '') && (
            <Button size="small" variant="quiet" onClick={() => setTyped(emptyFilter)}>
              {texts.clear}
            </Button>
          )}
          {formats.map((format) => (
            <a
              key={format}
              href={formatAuditExportUrl(format, filter)}
              download
              className={buttonClass('secondary', 'small')}
            >
              {texts[format]}
            </a>
          ))}
        </div>
      </div>
      <ListState loaded={loaded} isEmpty={entries.length === 0} emptyText={texts.nothing}>
        <ol aria-label={texts.list} className={styles.list}>
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} onProject={(project) => set({ project })} />
          ))}
        </ol>
      </ListState>
    </section>
  )
}

interface AuditFiltersProps {
  readonly typed: TypedFilter
  readonly actions: readonly string[]
  onChange(change: Partial<TypedFilter>): void
}

const AuditFilters = ({ typed, actions, onChange }: AuditFiltersProps) => (
  <div className={styles.filters}>
    <FilterField name="person" typed={typed} onChange={onChange} />
    <SelectField
      label={texts.action}
      name="audit-action"
      choices={[
        { value: '', label: texts.anyAction },
        ...actions.map((action) => ({ value: action, label: nameAction(action), isUserData: !isKnownAction(action) })),
      ]}
      value={typed.action}
      onChange={(action) => onChange({ action })}
    />
    <FilterField name="project" typed={typed} onChange={onChange} />
    <FilterField name="since" type="date" typed={typed} onChange={onChange} />
    <FilterField name="until" type="date" typed={typed} onChange={onChange} />
  </div>
)

interface FilterFieldProps extends Pick<AuditFiltersProps, 'typed' | 'onChange'> {
  readonly name: Exclude<keyof TypedFilter, 'action'>
  readonly type?: 'text' | 'date'
}

const FilterField = ({ name, type = 'text', typed, onChange }: FilterFieldProps) => (
  <TextField
    label={texts[name]}
    name={`audit-${name}`}
    type={type}
    autoComplete="off"
    value={typed[name]}
    onChange={(value) => onChange({ [name]: value })}
  />
)
