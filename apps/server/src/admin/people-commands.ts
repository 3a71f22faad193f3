import { isEmail } from '@espalier/domain'
import { countPersonData, deletePersonData } from '../features/account/index.ts'
import { approveWaitingPerson, changePersonActive, endPersonSessions } from '../features/admin/index.ts'
import type { PeopleAdmin, RegisteredPerson } from '../ports/people-admin.ts'
import { adminTexts } from '../texts/admin.ts'
import { type AdminCommand, type AdminContext, CommandFailed, commandOperator } from './admin-context.ts'

export const approveCommand: AdminCommand = {
  name: 'approve',
  parameters: ['EMAIL'],
  summary: adminTexts.summaries.approve,
  async run(context, [email = '']) {
    if (!isEmail(email.trim())) throw new CommandFailed(adminTexts.notAnEmail(email))
    const approved = await approveWaitingPerson(context, commandOperator, { email })
    if (approved.ok) return adminTexts.approved(approved.value.email)
    if (approved.reason === 'already-active') return adminTexts.alreadyActive(email)
    throw new CommandFailed(adminTexts.notRegistered(email))
  },
}

const pageSize = 500

function requirePeople({ people }: AdminContext): PeopleAdmin {
  if (people !== null) return people
  throw new CommandFailed(adminTexts.externalIdentity)
}

async function findPerson(context: AdminContext, email: string) {
  const people = requirePeople(context)
  const person = await people.findByEmail(email)
  if (person === null) throw new CommandFailed(adminTexts.notRegistered(email))
  return { ...person, people, managing: { ...context, people } }
}

const describePerson = ({ status, createdAt, email, firstname, lastname }: RegisteredPerson): string => {
  const name = [firstname, lastname].filter(Boolean).join(' ')
  return [status.padEnd(11), createdAt.toISOString().slice(0, 10), email, name].join('  ').trimEnd()
}

export const peopleCommand: AdminCommand = {
  name: 'people',
  parameters: ['[TEXT]'],
  summary: adminTexts.summaries.people,
  async run(context, [text = '']) {
    const people = requirePeople(context)
    const found: RegisteredPerson[] = []
    for (;;) {
      const page = await people.search({ text, size: pageSize, offset: found.length })
      found.push(...page.people)
      if (page.people.length < pageSize) break
    }
    if (found.length === 0) return text === '' ? adminTexts.nobodyRegistered : adminTexts.nobodyFound(text)
    return found.map(describePerson).join('\n')
  },
}

export const deactivateCommand: AdminCommand = {
  name: 'deactivate',
  parameters: ['EMAIL'],
  summary: adminTexts.summaries.deactivate,
  async run(context, [given = '']) {
    const { id, email, managing } = await findPerson(context, given)
    await changePersonActive(managing, commandOperator, { id, isActive: false })
    return adminTexts.deactivated(email)
  },
}

export const activateCommand: AdminCommand = {
  name: 'activate',
  parameters: ['EMAIL'],
  summary: adminTexts.summaries.activate,
  async run(context, [given = '']) {
    const { id, email, managing } = await findPerson(context, given)
    await changePersonActive(managing, commandOperator, { id, isActive: true })
    return adminTexts.activated(email)
  },
}

export const endSessionsCommand: AdminCommand = {
  name: 'end-sessions',
  parameters: ['EMAIL'],
  summary: adminTexts.summaries.endSessions,
  async run(context, [given = '']) {
    const { id, email, managing } = await findPerson(context, given)
    return adminTexts.sessionsEnded(await endPersonSessions(managing, commandOperator, id), email)
  },
}

export const resetTwoStepCommand: AdminCommand = {
  name: 'reset-two-step',
  parameters: ['EMAIL'],
  summary: adminTexts.summaries.resetTwoStep,
  async run(context, [given = '']) {
    const { id, email, people } = await findPerson(context, given)
    const isRemoved = await people.removeSecondFactors(id)
    return isRemoved ? adminTexts.twoStepReset(email) : adminTexts.noTwoStep(email)
  },
}

export const deleteCommand: AdminCommand = {
  name: 'delete',
  parameters: ['EMAIL', '[yes]'],
  summary: adminTexts.summaries.delete,
  async run(context, [given = '', confirmed]) {
    const { id, email, people, managing } = await findPerson(context, given)
    const { projects, sharedProjects, memberships, hasSubscription } = await countPersonData(context.database, id)
    if (hasSubscription) throw new CommandFailed(adminTexts.hasSubscription(email))
    const what = adminTexts.personData(email, projects, sharedProjects, memberships)
    if (confirmed !== 'yes') return adminTexts.wouldDelete(what, email)
    // The person is signed out first, so that nothing new is created meanwhile; the identity goes last, so that a
    // failed run can be repeated.
    await changePersonActive(managing, commandOperator, { id, isActive: false })
    await deletePersonData(context.database, id)
    await people.remove(id)
    context.audit({ kind: 'person-deleted', ...commandOperator, subjectId: id })
    return adminTexts.deleted(what)
  },
}
