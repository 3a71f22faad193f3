import { isEmail } from '@espalier/domain'
import type { IdentityRecord } from '@espalier/identity'
import { approvePerson, countPersonData, deletePersonData } from '../features/account/index.ts'
import { adminTexts } from '../texts/admin.ts'
import { type AdminCommand, type AdminContext, CommandFailed } from './admin-context.ts'

export const approveCommand: AdminCommand = {
  name: 'approve',
  parameters: ['EMAIL'],
  summary: adminTexts.summaries.approve,
  async run(context, [email = '']) {
    if (!isEmail(email.trim())) throw new CommandFailed(adminTexts.notAnEmail(email))
    const approved = await approvePerson(context, email)
    if (approved.ok) return adminTexts.approved(approved.value.email)
    if (approved.reason === 'already-active') return adminTexts.alreadyActive(email)
    throw new CommandFailed(adminTexts.notRegistered(email))
  },
}

const pageSize = 500

type People = NonNullable<AdminContext['people']>

function requirePeople({ people }: AdminContext): People {
  if (people !== null) return people
  throw new CommandFailed(adminTexts.externalIdentity)
}

async function findPerson(context: AdminContext, email: string): Promise<IdentityRecord> {
  const found = await requirePeople(context).findByEmail(email)
  if (found === null) throw new CommandFailed(adminTexts.notRegistered(email))
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
  summary: adminTexts.summaries.people,
  async run(context, [text = '']) {
    const people = requirePeople(context)
    const found: IdentityRecord[] = []
    for (let token: string | null | undefined; token !== null;) {
      const page = await people.list({ size: pageSize, ...(token !== undefined && { token }) })
      found.push(...page.identities.filter(({ traits }) => traits.email.includes(text.toLowerCase())))
      token = page.nextPageToken
    }
    if (found.length === 0) return text === '' ? adminTexts.nobodyRegistered : adminTexts.noAddressContains(text)
    return found.toSorted(compareByWaiting).map(describePerson).join('\n')
  },
}

export const deactivateCommand: AdminCommand = {
  name: 'deactivate',
  parameters: ['EMAIL'],
  summary: adminTexts.summaries.deactivate,
  async run(context, [email = '']) {
    const { id, traits } = await findPerson(context, email)
    await requirePeople(context).setState(id, 'inactive')
    return adminTexts.deactivated(traits.email)
  },
}

export const activateCommand: AdminCommand = {
  name: 'activate',
  parameters: ['EMAIL'],
  summary: adminTexts.summaries.activate,
  async run(context, [email = '']) {
    const { id, traits } = await findPerson(context, email)
    await requirePeople(context).setState(id, 'active')
    return adminTexts.activated(traits.email)
  },
}

export const endSessionsCommand: AdminCommand = {
  name: 'end-sessions',
  parameters: ['EMAIL'],
  summary: adminTexts.summaries.endSessions,
  async run(context, [email = '']) {
    const { id, traits } = await findPerson(context, email)
    const ended = await requirePeople(context).endSessions(id)
    return adminTexts.sessionsEnded(ended.length, traits.email)
  },
}

export const resetTwoStepCommand: AdminCommand = {
  name: 'reset-two-step',
  parameters: ['EMAIL'],
  summary: adminTexts.summaries.resetTwoStep,
  async run(context, [email = '']) {
    const { id, traits } = await findPerson(context, email)
    const removed = await requirePeople(context).removeSecondFactors(id)
    return removed ? adminTexts.twoStepReset(traits.email) : adminTexts.noTwoStep(traits.email)
  },
}

export const deleteCommand: AdminCommand = {
  name: 'delete',
  parameters: ['EMAIL', '[yes]'],
  summary: adminTexts.summaries.delete,
  async run(context, [email = '', confirmed]) {
    const { id, traits } = await findPerson(context, email)
    const { projects, sharedProjects, memberships, hasSubscription } = await countPersonData(context.database, id)
    if (hasSubscription) throw new CommandFailed(adminTexts.hasSubscription(traits.email))
    const what = adminTexts.personData(traits.email, projects, sharedProjects, memberships)
    if (confirmed !== 'yes') return adminTexts.wouldDelete(what, traits.email)
    // The person is signed out first, so that nothing new is created meanwhile; the identity goes last, so that a
    // failed run can be repeated.
    await requirePeople(context).setState(id, 'inactive')
    await deletePersonData(context.database, id)
    await requirePeople(context).remove(id)
    return adminTexts.deleted(what)
  },
}
