import { accept, dayMs, hasProductAccess, refuse, type Result } from '@espalier/domain'
import type { SignedInViewer, Viewer } from '../../api/viewer.ts'
import type { Database } from '../../database/database.ts'
import type { Identities, Person } from '../../ports/identities.ts'
import { betaApprovedMail, type Mailer } from '../mail/index.ts'
import { type AccountRow, accountStore } from './store.ts'

export interface Subscription {
  /** One of the domain's statuses, or one that only the payment service knows. */
  readonly status: string
  readonly trialEnd: Date | null
}

interface StoredSubscription {
  readonly subscription_status: string | null
  readonly trial_end: Date | null
  readonly subscription_id: string | null
}

// A payment service reports the status after a trial itself, but with a delay.
const paidTrialGraceMs = 60 * 60 * 1000

/** A trial ends by itself: after its end it counts as canceled, whatever is stored. Null: never subscribed. */
export function resolveSubscription(stored: StoredSubscription, now: Date): Subscription | null {
  const { subscription_status: status, trial_end: trialEnd, subscription_id: paid } = stored
  if (status === null) return null
  const end = trialEnd === null ? Infinity : trialEnd.getTime() + (paid === null ? 0 : paidTrialGraceMs)
  const hasEnded = status === 'trialing' && end <= now.getTime()
  return { status: hasEnded ? 'canceled' : status, trialEnd }
}

export interface AccountsOptions {
  readonly database: Database
  readonly identities: Identities
  readonly signup: 'open' | 'beta'
  readonly trialDays: number
  /** 'none': stored subscriptions are ignored. Unset means local. */
  readonly billing?: 'none' | 'local' | 'stripe'
  readonly now?: () => Date
}

interface Account {
  readonly id: string
  /** Null if the person has never subscribed. */
  readonly subscription: Subscription | null
}

export interface Accounts {
  /** By the cookie of a session alone. */
  authenticate(headers: { readonly cookie?: string | undefined }): Promise<Viewer>
  /** Finds a person who is not signed in here, for a program that acts in their name. Null if they are gone or deactivated. */
  findViewer(userId: string): Promise<SignedInViewer | null>
  read(accountId: string): Promise<Account | null>
  /** Works once per account, however many requests come at once. */
  startTrial(accountId: string): Promise<Result<{ readonly trialEnd: Date }, 'already-used'>>
}

export function createAccounts(options: AccountsOptions): Accounts {
  const { identities, trialDays, now = () => new Date() } = options
  const store = accountStore(options.database)
  const getSubscription = (row: AccountRow) => (options.billing === 'none' ? null : resolveSubscription(row, now()))
  const toViewer = async (found: Person, sessionId: string): Promise<SignedInViewer> => {
    const person = await activateIfSignupOpen(found, options)
    const account = await store.findOrCreate(person)
    const subscriptionStatus = getSubscription(account)?.status ?? null
    const hasAccess = hasProductAccess({ subscriptionStatus, identityStatus: person.status })
    return { kind: 'person', person, sessionId, accountId: account.id, hasAccess }
  }
  return {
    async authenticate({ cookie }) {
      const signedIn = await identities.whoami({ cookie })
      if (signedIn === null) return { kind: 'anonymous' }
      const { person, sessionId, authenticatedAt } = signedIn
      return { ...(await toViewer(person, sessionId)), ...(authenticatedAt !== undefined && { authenticatedAt }) }
    },
    async findViewer(userId) {
      const person = await identities.findById(userId)
      return person === null || person.isDeactivated ? null : toViewer(person, '')
    },
    async read(accountId) {
      const row = await store.read(accountId)
      return row === undefined ? null : { id: row.id, subscription: getSubscription(row) }
    },
    async startTrial(accountId) {
      const trialEnd = new Date(now().getTime() + trialDays * dayMs)
      const started = await store.beginTrial(accountId, trialEnd)
      return started === undefined ? refuse('already-used') : accept({ trialEnd })
    },
  }
}

/**
 * With open sign-up a person without a status is activated now, because an external Kratos sets none at registration.
 */
async function activateIfSignupOpen(person: Person, { identities, signup }: AccountsOptions): Promise<Person> {
  if (signup !== 'open' || person.status !== null) return person
  await identities.setStatus(person.id, 'active')
  return { ...person, status: 'active' }
}

export interface ApprovalOptions {
  readonly database: Database
  readonly identities: Identities
  readonly mailer: Mailer
  readonly productName: string
  /** The product's URL, for the button of the mail. */
  readonly webUrl: string
}

/** Activates a waiting person and mails them. */
export async function approvePerson(
  { database, identities, mailer, productName, webUrl }: ApprovalOptions,
  email: string,
): Promise<Result<Person, 'unknown' | 'already-active'>> {
  const person = await identities.findByEmail(email)
  if (person === null) return refuse('unknown')
  if (person.status === 'active') return refuse('already-active')
  // The mail is committed after the approval, so that it is not sent to a person who was not approved.
  await database.transaction(async ({ client }) => {
    const mail = betaApprovedMail({ to: person.email, firstname: person.firstname, productName, webUrl })
    await mailer.send(mail, { tx: client, key: `beta-approved:${person.id}` })
    await identities.setStatus(person.id, 'active')
  })
  return accept({ ...person, status: 'active' })
}
