import type { Api } from '@espalier/schema'
import {
  accessTexts,
  type ChangedSharing,
  changeSharing,
  inviteeTexts,
  type SharingFault,
  sharingLimits,
} from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import type { SqlClient } from '../../database/nodes.ts'
import { type ProjectMembers, readProjectMembers, replaceProjectMembers } from '../../database/projects.ts'
import type { Person } from '../../ports/identities.ts'
import { type Mailer, projectSharedMail } from '../mail/index.ts'
import { projectErrorTexts } from '../../texts/projects.ts'
import { badInputError, requireMaxLength } from './project-input.ts'
import { toSharing } from './project-view.ts'
import type { ProjectWrite } from './project-write.ts'
import { countShareMails, filterDueRecipients, lockShareMails, storeShareMails } from './store.ts'
import type { Caller, WriteTransaction } from './writes.ts'

/** Returns which of these ids the person may know. */
export type FindKnownPeople = (askerId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, Person>>

export interface PreparedSharing {
  readonly input: Api.SharingInput
  readonly people: ReadonlyMap<string, Person>
}

const maxPeople = 500

const readUserIds = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : []

/** Looked up before the project is locked: the identity service may be slow, and others wait for the lock. */
export async function prepareSharing(
  { viewer }: Caller,
  input: Api.SharingInput,
  findKnownPeople: FindKnownPeople,
): Promise<PreparedSharing> {
  const ids = [...new Set([...readUserIds(input.users), ...readUserIds(input.changes)])]
  if (ids.length > maxPeople) throw badInputError(projectErrorTexts.sharing.tooManyPeople(maxPeople), 'sharing.users')
  requireMaxLength(input.notificationText ?? '', sharingLimits.messageCharacters, 'notificationText')
  return { input, people: ids.length === 0 ? new Map() : await findKnownPeople(viewer.person.id, ids) }
}

interface AppliedSharing {
  /** The changed fields before and after. */
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
  readonly addedIds: readonly string[]
}

/** Changes the permissions of a project. */
export async function applySharing(
  work: WriteTransaction,
  write: ProjectWrite,
  step: PreparedSharing,
): Promise<AppliedSharing> {
  const { project, tx } = write
  const members = (await readProjectMembers(tx.client, [project.id])).get(project.id) ?? {}
  const decided = changeSharing({ owner: project.owner, sharing: toSharing(project, members) }, step.input)
  if (!decided.ok) throw sharingError(decided.reason, write, step.input)
  const { sharing, addedIds } = decided.value
  // An unknown person and a person the caller may not know get the same answer.
  if (!addedIds.every((id) => step.people.has(id))) {
    throw new ApiError('NOT_FOUND', projectErrorTexts.sharing.userNotFound, { field: sharingField(step.input) })
  }
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  if (sharing.generalAccess !== project.general_access) {
    write.setColumns({ general_access: sharing.generalAccess })
    before['generalAccess'] = project.general_access
    after['generalAccess'] = sharing.generalAccess
  }
  const editorsMayShare = sharing.editorsMayShare !== false
  if (editorsMayShare !== project.editors_may_share) {
    write.setColumns({ editors_may_share: editorsMayShare })
    before['editorsMayShare'] = project.editors_may_share
    after['editorsMayShare'] = editorsMayShare
  }
  if (!isSameMap(members, sharing.users)) {
    await replaceProjectMembers(tx.client, project.id, members, sharing.users)
    before['users'] = members
    after['users'] = sharing.users
  }
  if (Object.keys(after).length > 0) auditSharing(work, write, members, decided.value)
  return { before, after, addedIds }
}

const sharingField = ({ users }: Api.SharingInput): string => (users == null ? 'sharing.changes' : 'sharing.users')

function sharingError(reason: SharingFault, { role }: ProjectWrite, input: Api.SharingInput): ApiError {
  if (reason === 'invalid-users') return badInputError(projectErrorTexts.sharing.badRoles, 'sharing.users')
  if (reason === 'invalid-changes') return badInputError(projectErrorTexts.sharing.badRoles, 'sharing.changes')
  return badInputError(role === 'owner' ? inviteeTexts.self('') : accessTexts.ownerNamed, sharingField(input))
}

const isSameMap = (left: ProjectMembers, right: ProjectMembers): boolean =>
  Object.keys(left).length === Object.keys(right).length && Object.keys(left).every((id) => left[id] === right[id])

function auditSharing(
  work: WriteTransaction,
  { project }: ProjectWrite,
  before: ProjectMembers,
  { sharing, addedIds, removedIds }: ChangedSharing,
): void {
  const changed = Object.entries(sharing.users).filter(([id, role]) => before[id] !== role)
  work.audit({
    kind: 'project-shared',
    projectId: project.id,
    generalAccess: sharing.generalAccess,
    people: Object.keys(sharing.users).length,
    added: addedIds.join(' '),
    removed: removedIds.join(' '),
    roles: changed.map(([id, role]) => `${id}:${role}`).join(' '),
  })
}

export interface ShareMailOptions {
  readonly mailer: Mailer
  readonly productName: string
  /** The page's URL, such as https://example.com. */
  webUrl(): string
  /** The URL with which the reader can unsubscribe. */
  buildUnsubscribeUrl?(address: string): string
}

/** Queues one mail to each new member, committed together with the sharing. */
export async function mailAddedPeople(
  write: ProjectWrite,
  caller: Caller,
  { input, people, addedIds }: PreparedSharing & { readonly addedIds: readonly string[] },
  options: ShareMailOptions,
): Promise<void> {
  if (input.notify !== true || addedIds.length === 0) return
  const { person: sender } = caller.viewer
  const recipientIds = await claimShareMails(write, sender.id, addedIds)
  for (const id of recipientIds) {
    const person = people.get(id)
    if (person === undefined) continue
    const mail = projectSharedMail({
      to: person.email,
      firstname: person.firstname,
      productName: options.productName,
      sharedBy: sender.email,
      title: write.project.title,
      message: input.notificationText ?? '',
      url: new URL(`/tree/${write.project.id}`, options.webUrl()).href,
      ...(options.buildUnsubscribeUrl && { unsubscribeUrl: options.buildUnsubscribeUrl(person.email) }),
    })
    await options.mailer.send(mail, { tx: write.tx.client })
  }
}

const daySeconds = 24 * 60 * 60
/**
 * Returns the recipients of a mail now. A person who got one about this project within a day gets none; too many are
 * refused with the given text.
 */
export async function claimShareMails(
  { project, tx: { client }, at }: ProjectWrite,
  senderId: string,
  ids: readonly string[],
  describeRefusal: (perDay: number) => string = projectErrorTexts.sharing.tooManyEmails,
): Promise<readonly string[]> {
  await lockShareMails(client, senderId)
  const mail = { projectId: project.id, senderId, at }
  const recipientIds = await filterDueRecipients(client, mail, ids)
  if (recipientIds.length === 0) return []
  const left = await findMailsLeft(client, senderId, at)
  if (recipientIds.length > left.count) {
    const text = describeRefusal(sharingLimits.mailsPerSenderAndDay)
    throw new ApiError('RATE_LIMITED', text, { retryAfter: left.retryAfter })
  }
  await storeShareMails(client, mail, recipientIds)
  return recipientIds
}

/** Returns how many more mails this person may send now, and in how many seconds there will be one more. */
async function findMailsLeft(client: SqlClient, senderId: string, at: Date) {
  const dayAgo = new Date(at.getTime() - daySeconds * 1000)
  const { count, oldest } = await countShareMails(client, senderId, dayAgo)
  return {
    count: sharingLimits.mailsPerSenderAndDay - count,
    retryAfter: Math.max(1, Math.ceil(((oldest ?? at).getTime() - dayAgo.getTime()) / 1000)),
  }
}
