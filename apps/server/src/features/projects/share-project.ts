import type { Api } from '@espalier/contract'
import { changeSharing, type ChangedSharing, type SharingFault } from '@espalier/domain'

import { type Members, membersOf, replaceMembers } from '../../database/projects.ts'
import type { Person } from '../../ports/identities.ts'
import { projectSharedMail, type Mailer } from '../mail/index.ts'
import { badInput, textLimits, withinLength } from './project-input.ts'
import { sharingOf } from './project-view.ts'
import type { ProjectWrite } from './project-write.ts'
import type { Caller, Work } from './writes.ts'

/** Who people are, by id; those nobody knows are not in it. */
export type FindPeople = (ids: readonly string[]) => Promise<ReadonlyMap<string, Person>>

export interface SharingOptions {
  readonly findPeople: FindPeople
  readonly mailer: Mailer
  readonly productName: string
  /** The page's address, such as https://example.com. */
  webUrl(): string
  /** Where the reader of a letter can end letters like it. */
  unsubscribeUrlOf?(address: string): string
}

export interface SharingStep {
  readonly input: Api.SharingInput
  readonly people: ReadonlyMap<string, Person>
}

const mostPeople = 500
const faults: Readonly<Record<SharingFault, string>> = {
  'invalid-users': 'sharing.users',
  'invalid-changes': 'sharing.changes',
}

const idsIn = (value: unknown): string[] => (typeof value === 'object' && value !== null ? Object.keys(value) : [])

/** Looked up before the project is locked: the identity service may be slow, and others wait for the lock. */
export async function prepareSharing(input: Api.SharingInput, findPeople: FindPeople): Promise<SharingStep> {
  const ids = [...new Set([...idsIn(input.users), ...idsIn(input.changes)])]
  if (ids.length > mostPeople) throw badInput(`At most ${mostPeople} people`, 'sharing.users')
  withinLength(input.notificationText ?? '', textLimits.notification, 'sharing.notificationText')
  return { input, people: ids.length === 0 ? new Map() : await findPeople(ids) }
}

interface AppliedSharing {
  /** The fields that changed, as they were and as they are. */
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
  readonly addedIds: readonly string[]
}

/** Changes who may what. */
export async function applySharing(work: Work, write: ProjectWrite, step: SharingStep): Promise<AppliedSharing> {
  const { project, tx } = write
  const members = (await membersOf(tx.db, [project.id])).get(project.id) ?? {}
  const decided = changeSharing({ owner: project.owner, sharing: sharingOf(project, members) }, step.input)
  if (!decided.ok) throw badInput('The map must name people as viewer or editor', faults[decided.reason])
  const { sharing, addedIds, removedIds } = decided.value
  if (!addedIds.every((id) => step.people.has(id))) throw badInput('User not found', 'sharing.users')
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  if (sharing.generalAccess !== project.general_access) {
    write.setColumns({ general_access: sharing.generalAccess })
    before['generalAccess'] = project.general_access
    after['generalAccess'] = sharing.generalAccess
  }
  if (!isSameMap(members, sharing.users)) {
    await replaceMembers(tx.db, project.id, members, sharing.users)
    before['users'] = members
    after['users'] = sharing.users
  }
  if (Object.keys(after).length > 0) auditSharing(work, write, decided.value, removedIds)
  return { before, after, addedIds }
}

const isSameMap = (left: Members, right: Members): boolean =>
  Object.keys(left).length === Object.keys(right).length && Object.keys(left).every((id) => left[id] === right[id])

function auditSharing(
  work: Work,
  { project }: ProjectWrite,
  { sharing, addedIds }: ChangedSharing,
  removedIds: readonly string[],
): void {
  work.audit({
    kind: 'project-shared',
    projectId: project.id,
    generalAccess: sharing.generalAccess,
    people: Object.keys(sharing.users).length,
    added: addedIds.join(' '),
    removed: removedIds.join(' '),
  })
}

/** One letter to each who is new, committed with the sharing itself. */
export async function notifyAdded(
  write: ProjectWrite,
  caller: Caller,
  step: SharingStep & { readonly addedIds: readonly string[] },
  options: SharingOptions,
): Promise<void> {
  if (step.input.notify !== true) return
  for (const id of step.addedIds) {
    const person = step.people.get(id)
    if (person === undefined) continue
    const mail = projectSharedMail({
      to: person.email,
      firstname: person.firstname,
      productName: options.productName,
      sharedBy: caller.viewer.person.email,
      title: write.project.title,
      message: step.input.notificationText ?? '',
      url: new URL(`/tree/${write.project.id}`, options.webUrl()).href,
      ...(options.unsubscribeUrlOf && { unsubscribeUrl: options.unsubscribeUrlOf(person.email) }),
    })
    await options.mailer.send(mail, { tx: write.tx.client })
  }
}
