import { isEmail } from '@espalier/domain'
import type { IdentityRecord } from '@espalier/identity'
import { approvePerson, countPersonData, deletePersonData } from '../features/account/index.ts'
import { type AdminCommand, type AdminContext, CommandFailed } from './admin-context.ts'

export const approveCommand: AdminCommand = {
  name: 'approve',
  parameters: ['EMAIL'],
  summary: 'lets a person of the beta in, and sends them a mail',
  async run(context, [email = '']) {
    if (!isEmail(email.trim())) throw new CommandFailed(`${JSON.stringify(email)} is not an e-mail address`)
    const approved = await approvePerson(context, email)
    if (approved.ok) return `Approved ${approved.value.email}. A mail is queued; a running server sends it.`
    if (approved.reason === 'already-active')
      return `${email} is active already. Nothing was changed, no mail was sent.`
    throw new CommandFailed(`Nobody has registered with ${email}`)
  },
}

const pageSize = 500
const socketsNotice = 'Pages that are open notice it within a minute.'

type People = NonNullable<AdminContext['people']>

function requirePeople({ people }: AdminContext): People {
  if (people !== null) return people
  throw new CommandFailed("IDENTITY_URL is set: use the commands of that identity service (Kratos' admin API)")
}

async function findPerson(context: AdminContext, email: string): Promise<IdentityRecord> {
  const found = await requirePeople(context).findByEmail(email)
  if (found === null) throw new CommandFailed(`Nobody has registered with ${email}`)
  return found
}

const readStatus = ({ state, metadataPublic }: IdentityRecord): string =>
  state === 'inactive' ? 'deactivated' : String(metadataPublic?.['status'] ?? 'pending')

const describePerson = (person: IdentityRecord): string => {
  const name = [person.traits.firstname, person.traits.lastname].filter(Boolean).join(' ')
  const columns = [
    readStatus(person).padEnd(11),
    person.createdAt.toISOString().slice(0, 10),
    person.traits.email,
    name,
  ]
  return columns.join('  ').trimEnd()
}

/** People who wait for approval come first, the longest waiting at the top; then the newest. */
function compareByWaiting(left: IdentityRecord, right: IdentityRecord): number {
  const [leftWaits, rightWaits] = [left, right].map((person) => readStatus(person) === 'pending')
  if (leftWaits !== rightWaits) return leftWaits ? -1 : 1
  const age = left.createdAt.getTime() - right.createdAt.getTime()
  return leftWaits ? age : -age
}

export const peopleCommand: AdminCommand = {
  name: 'people',
  parameters: ['[TEXT]'],
  summary: 'lists everybody who has registered (or whose address contains TEXT), those who wait for approval first',
  async run(context, [text = '']) {
    const people = requirePeople(context)
    const found: IdentityRecord[] = []
    for (let token: string | null | undefined; token !== null;) {
      const page = await people.list({ size: pageSize, ...(token !== undefined && { token }) })
      found.push(...page.identities.filter(({ traits }) => traits.email.includes(text.toLowerCase())))
      token = page.nextPageToken
    }
    if (found.length === 0) return text === '' ? 'Nobody has registered yet.' : `No address contains ${text}.`
    return found.toSorted(compareByWaiting).map(describePerson).join('\n')
  },
}

export const deactivateCommand: AdminCommand = {
  name: 'deactivate',
  parameters: ['EMAIL'],
  summary: 'ends the sessions of a person and lets them sign in no more; their data stay',
  async run(context, [email = '']) {
    const { id, traits } = await findPerson(context, email)
    await requirePeople(context).setState(id, 'inactive')
    return `Deactivated ${traits.email}. ${socketsNotice}`
  },
}

export const activateCommand: AdminCommand = {
  name: 'activate',
  parameters: ['EMAIL'],
  summary: 'lets a deactivated person sign in again',
  async run(context, [email = '']) {
    const { id, traits } = await findPerson(context, email)
    await requirePeople(context).setState(id, 'active')
    return `${traits.email} can sign in again.`
  },
}

export const endSessionsCommand: AdminCommand = {
  name: 'end-sessions',
  parameters: ['EMAIL'],
  summary: 'signs a person out everywhere',
  async run(context, [email = '']) {
    const { id, traits } = await findPerson(context, email)
    const ended = await requirePeople(context).endSessions(id)
    const count = ended.length === 1 ? '1 session' : `${ended.length} sessions`
    return `Ended ${count} of ${traits.email}. ${socketsNotice}`
  },
}

export const deleteCommand: AdminCommand = {
  name: 'delete',
  parameters: ['EMAIL', '[yes]'],
  summary: 'says what would be deleted with a person; with "yes" deletes them and their projects for good',
  async run(context, [email = '', confirmed]) {
    const { id, traits } = await findPerson(context, email)
    const { projects, sharedProjects, memberships, hasSubscription } = await countPersonData(context.database, id)
    if (hasSubscription) throw new CommandFailed(`${traits.email} has a subscription: cancel that first`)
    const what = `${traits.email}, ${projects} projects (${sharedProjects} of them shared with others) and ${memberships} memberships`
    if (confirmed !== 'yes') {
      return `This would delete ${what} for good. To do it: npm run admin -- delete ${traits.email} yes`
    }
    // The person is signed out first, so that nothing new is created meanwhile; the identity goes last, so that a
    // failed run can be repeated.
    await requirePeople(context).setState(id, 'inactive')
    await deletePersonData(context.database, id)
    await requirePeople(context).remove(id)
    return `Deleted ${what}.`
  },
}
