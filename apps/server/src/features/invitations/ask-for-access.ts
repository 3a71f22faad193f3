import { setTimeout as delay } from 'node:timers/promises'
import { hourMs, isMember } from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import { requireRate } from '../../api/rate-limits.ts'
import type { Person } from '../../ports/identities.ts'
import type { Rate } from '../../ports/rates.ts'
import { invitationErrorTexts } from '../../texts/invitations.ts'
import { accessRequestMail } from '../mail/index.ts'
import { findProjectForViewer, type ProjectWithAccess, type SignedInViewer } from '../projects/index.ts'
import type { InvitationsOptions } from './invitations-options.ts'
import { claimAccessRequest } from './store.ts'

// Requests for projects that do not exist count as well, so that the limit reveals nothing.
const askRate: Rate = { name: 'access requests', max: 20, windowMs: hourMs, isExact: true }

// Many accounts, or one that knows many projects of an owner, must not fill the owner's mailbox.
const maxMailsPerOwnerAndDay = 20

// To write a mail takes some milliseconds. Without this the time of the answer would reveal that the project exists.
const minAnswerMs = 150

/**
 * Mails the owner that the caller asks for access, once a day. A project that does not exist, one in the trash, one that
 * the caller is already a member of and one whose owner got enough requests today get the same answer, and nobody gets
 * a mail.
 */
export async function askForAccess(
  options: InvitationsOptions,
  viewer: SignedInViewer,
  projectId: string,
): Promise<void> {
  const { person } = viewer
  // The owner shares with the address in the mail, so it must belong to the person who asks.
  if (person.isEmailUnproven === true) throw new ApiError('FORBIDDEN', invitationErrorTexts.verifyBeforeAsking)
  await requireRate(options.rates, askRate, { key: person.id, message: invitationErrorTexts.askedTooOften })
  await Promise.all([mailOwnerOfHiddenProject(options, viewer, projectId), delay(minAnswerMs)])
}

async function mailOwnerOfHiddenProject(
  options: InvitationsOptions,
  viewer: SignedInViewer,
  projectId: string,
): Promise<void> {
  const found = await findProjectForViewer(options.database.pool, viewer, projectId)
  if (found === null || found.status === 'deleted' || isMember(found.role)) return
  const { owner: ownerId } = found.project
  const owner = (await options.people.find([ownerId])).get(ownerId)
  if (owner !== undefined) await mailOwner(options, found, { owner, asker: viewer.person })
}

async function mailOwner(
  { database, mailer, audit, productName, webUrl, buildUnsubscribeUrl, now }: InvitationsOptions,
  { project }: ProjectWithAccess,
  { owner, asker }: { readonly owner: Person; readonly asker: Person },
): Promise<void> {
  const isSent = await database.transaction(async ({ client }) => {
    const request = { projectId: project.id, ownerId: owner.id, askerId: asker.id, at: now() }
    if (!(await claimAccessRequest(client, request, maxMailsPerOwnerAndDay))) return false
    const mail = accessRequestMail({
      to: owner.email,
      firstname: owner.firstname,
      productName,
      askedBy: asker.email,
      title: project.title,
      url: new URL(`/tree/${project.id}`, webUrl()).href,
      unsubscribeUrl: buildUnsubscribeUrl(owner.email),
    })
    await mailer.send(mail, { tx: client })
    return true
  })
  if (isSent) audit({ kind: 'access-requested', projectId: project.id, userId: asker.id })
}
