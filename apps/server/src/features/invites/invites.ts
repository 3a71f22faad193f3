import { dayMs, inviteTexts, limits, normalizeEmail } from '@espalier/domain'
import type { ClientBase } from 'pg'
import { ApiError } from '../../api/errors.ts'
import { describeActor } from '../../api/viewer.ts'
import type { Database } from '../../database/database.ts'
import type { Identities, Person } from '../../ports/identities.ts'
import type { Audit } from '../../ports/log.ts'
import type { SignedInViewer } from '../account/index.ts'
import { betaInviteMail, type Mailer } from '../mail/index.ts'
import { accountErrorTexts } from '../../texts/projects.ts'
import {
  insertInvite,
  type InviteTokens,
  lockInvite,
  lockInvites,
  markInviteAccepted,
  markInviteMailed,
  type StoredInvite,
} from './store.ts'

export interface InvitesOptions {
  readonly database: Database
  readonly identities: Pick<Identities, 'setStatus'>
  readonly mailer: Mailer
  readonly tokens: InviteTokens
  readonly productName: string
  readonly audit: Audit
  /** The page's URL. */
  webUrl(): string
  buildUnsubscribeUrl(address: string): string
  readonly now?: () => Date
}

export interface Invites {
  /**
   * Sends all of the invitations or none. A registered person is invited like anybody else, so that the response
   * reveals nothing.
   */
  send(inviter: SignedInViewer, emails: readonly string[]): Promise<void>
  /** Activates the person if the invitation is theirs and was not used. */
  accept(person: Person, token: string): Promise<void>
}

export function createInvites(options: InvitesOptions): Invites {
  const { database, now = () => new Date() } = options
  return {
    async send(inviter, emails) {
      const added = await database.transaction(async ({ client }) => {
        const known = new Map((await lockInvites(client, inviter.accountId)).map((invite) => [invite.email, invite]))
        const fresh = emails.filter((email) => !known.has(email))
        requireInvitesLeft(known.size, fresh.length)
        for (const email of emails)
          await sendInviteMail(client, known.get(email) ?? null, email, inviter, options, now())
        return fresh.length
      })
      options.audit({ kind: 'beta-invited', ...describeActor(inviter), added, asked: emails.length })
    },
    async accept(person, token) {
      const invite = options.tokens.read(token)
      if (invite === null) throw inviteError(accountErrorTexts.invite.broken)
      if (normalizeEmail(person.email) !== invite.email) {
        throw inviteError(accountErrorTexts.invite.otherAddress)
      }
      if (person.isEmailUnproven) {
        throw new ApiError('FORBIDDEN', accountErrorTexts.invite.verifyFirst)
      }
      await database.transaction(async ({ client }) => redeemInvite(client, invite.id, person, options, now()))
    },
  }
}

const inviteError = (text: string): ApiError => new ApiError('BAD_USER_INPUT', text, { field: 'invite' })

function requireInvitesLeft(used: number, wanted: number): void {
  const left = Math.max(0, limits.invitesPerLifetime - used)
  if (wanted <= left) return
  const text = left === 0 ? inviteTexts['none-left'] : inviteTexts['few-left'](left)
  throw new ApiError('BAD_USER_INPUT', text, { field: 'emails' })
}

/** Mails each new person. A person who was invited before gets the mail again, but not twice a day. */
async function sendInviteMail(
  client: ClientBase,
  known: StoredInvite | null,
  email: string,
  inviter: SignedInViewer,
  { tokens, mailer, productName, webUrl, buildUnsubscribeUrl: buildUnsubscribeLink }: InvitesOptions,
  now: Date,
): Promise<void> {
  if (known !== null && (known.accepted_by !== null || now.getTime() - known.mailed_at.getTime() < dayMs)) return
  const id = known?.id ?? (await insertInvite(client, inviter.accountId, email, now))
  if (known !== null) await markInviteMailed(client, id, now)
  const url = new URL('/register', webUrl())
  url.searchParams.set('invite', tokens.write({ id, email }))
  const mail = betaInviteMail({
    to: email,
    productName,
    invitedBy: inviter.person.email,
    url: url.href,
    unsubscribeUrl: buildUnsubscribeLink(email),
  })
  await mailer.send(mail, { tx: client })
}

async function redeemInvite(
  client: ClientBase,
  id: string,
  person: Person,
  { identities, audit }: InvitesOptions,
  now: Date,
): Promise<void> {
  const invite = await lockInvite(client, id)
  if (invite === null) throw inviteError(accountErrorTexts.invite.gone)
  if (invite.accepted_by === person.id) return
  if (invite.accepted_by !== null) throw inviteError(accountErrorTexts.invite.used)
  // An invitation must not override another status that an operator has set.
  if (person.status === null || person.status === 'pending') await identities.setStatus(person.id, 'active')
  await markInviteAccepted(client, id, person.id, now)
  audit({ kind: 'beta-invite-accepted', userId: person.id, inviteId: id })
}
