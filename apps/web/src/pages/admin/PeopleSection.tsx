import Ellipsis from 'lucide-react/icons/ellipsis'
import { useCallback, useMemo, useState } from 'react'
import {
  type AdminPerson,
  approvePerson,
  endPersonSessions,
  fetchPeople,
  type PeoplePage,
  setPersonActive,
} from '../../api/admin.ts'
import { pageConfig } from '../../api/session/page-config.ts'
import { useNavigate } from '../../platform/router.tsx'
import { toastApiFailure } from '../../shared/toast-api-failure.ts'
import { useConfirmation } from '../../shared/use-confirmation.tsx'
import { adminPeopleTexts as texts } from '../../texts/admin.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { toast } from '../../ui/Toasts.tsx'
import fieldStyles from '../../ui/form/field.module.css'
import { ListState } from './ListState.tsx'
import { useLateValue } from './use-late-value.ts'
import { usePages } from './use-pages.ts'
import styles from './Admin.module.css'

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** Everybody who has registered; those who wait for approval come first. */
export function PeopleSection() {
  const [typed, setTyped] = useState('')
  const search = useLateValue(typed)
  const load = useCallback((offset: number | null) => fetchPeople(search, offset ?? 0), [search])
  const loaded = usePages<PeoplePage, number>(load)
  const people = useMemo(() => loaded.pages?.flatMap((page) => page.people) ?? [], [loaded.pages])
  const replace = (changed: AdminPerson) =>
    loaded.change((page) => ({ ...page, people: page.people.map((one) => (one.id === changed.id ? changed : one)) }))
  const actions = usePersonActions(replace)
  const total = loaded.pages?.at(0)?.total
  return (
    <section aria-label={texts.list} className={styles.section}>
      <div className={styles.tools}>
        <input
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          value={typed}
          maxLength={200}
          className={fieldStyles.input}
          onChange={(event) => setTyped(event.target.value)}
        />
        <output>{total === undefined ? '' : texts.count(total)}</output>
      </div>
      <ListState loaded={loaded} isEmpty={people.length === 0} emptyText={texts.nobody}>
        <ul aria-label={texts.list} className={styles.list}>
          {people.map((person) => (
            <PersonRow key={person.id} person={person} actions={actions} />
          ))}
        </ul>
      </ListState>
      {actions.dialog}
    </section>
  )
}

type PersonActions = ReturnType<typeof usePersonActions>

function usePersonActions(onChanged: (person: AdminPerson) => void) {
  const { ask, dialog } = useConfirmation()
  return {
    dialog,
    async approve({ id, email }: AdminPerson) {
      const answer = await approvePerson(id)
      if (!answer.ok) return toastApiFailure(answer)
      onChanged(answer.value)
      toast.success(texts.approved(email))
    },
    async setActive({ id, email }: AdminPerson, isActive: boolean) {
      if (!isActive && !(await ask(texts.confirmDeactivate(email)))) return
      const answer = await setPersonActive(id, isActive)
      if (!answer.ok) return toastApiFailure(answer)
      onChanged(answer.value)
      toast.success(isActive ? texts.reactivated(email) : texts.deactivated(email))
    },
    async endSessions(person: AdminPerson) {
      const answer = await endPersonSessions(person.id)
      if (!answer.ok) return toastApiFailure(answer)
      onChanged({ ...person, sessionCount: 0 })
      toast.success(texts.sessionsEnded(answer.value, person.email))
    },
  }
}

interface PersonRowProps {
  readonly person: AdminPerson
  readonly actions: PersonActions
}

function PersonRow({ person, actions }: PersonRowProps) {
  const { email, firstname, lastname, status, isAdmin, isEmailProven, createdAt, sessionCount } = person
  const navigate = useNavigate()
  const name = [firstname, lastname].filter(Boolean).join(' ')
  return (
    <li className={styles.row}>
      <Avatar name={name || email} picture={null} size={32} />
      <div className={styles.main}>
        <strong translate="no">{name || email}</strong>
        {name !== '' && <span translate="no">{email}</span>}
        <span className={styles.facts}>
          <span data-tone={status} className={styles.chip}>
            {texts.statuses[status]}
          </span>
          {isAdmin && <span className={styles.chip}>{texts.operator}</span>}
          {!isEmailProven && pageConfig().features.verifyEmail === true && <span>{texts.unproven}</span>}
          <span>{texts.joined(dateFormat.format(createdAt))}</span>
          {sessionCount > 0 && <span>{texts.sessions(sessionCount)}</span>}
        </span>
      </div>
      <div className={styles.actions}>
        {status === 'pending' && (
          <Button
            size="small"
            variant="primary"
            aria-label={texts.approveFor(email)}
            onClick={() => void actions.approve(person)}
          >
            {texts.approve}
          </Button>
        )}
        <Menu label={texts.actionsFor(email)} triggerContent={<Ellipsis size={18} aria-hidden="true" />}>
          <MenuItem onSelect={() => navigate(`/admin?section=audit&person=${encodeURIComponent(email)}`)}>
            {texts.showLog}
          </MenuItem>
          <MenuItem onSelect={() => void actions.endSessions(person)}>{texts.endSessions}</MenuItem>
          {status === 'deactivated' ? (
            <MenuItem onSelect={() => void actions.setActive(person, true)}>{texts.reactivate}</MenuItem>
          ) : (
            <MenuItem onSelect={() => void actions.setActive(person, false)}>{texts.deactivate}</MenuItem>
          )}
        </Menu>
      </div>
    </li>
  )
}
