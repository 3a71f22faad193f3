import { accept, hasProductAccess, refuse, type Result } from '@espalier/domain'

import type { Database } from '../../database/database.ts'
import type { Identities, Person } from '../../ports/identities.ts'
import type { Authenticate } from '../../transport/viewer.ts'
import { accountStore, type AccountRow } from './account-store.ts'
import { resolveSubscription, type Subscription } from './subscription.ts'

export interface AccountsOptions {
  readonly database: Database
  readonly identities: Identities
  readonly signup: 'open' | 'beta'
  readonly trialDays: number
  /** 'none': subscriptions of another time count for nothing. Unset: local. */
  readonly billing?: 'none' | 'local' | 'stripe'
  readonly now?: () => Date
}

export interface Account {
  readonly id: string
  /** Null: never subscribed. */
  readonly subscription: Subscription | null
}

export interface Accounts {
  readonly authenticate: Authenticate
  read(accountId: string): Promise<Account | null>
  /** Once in an account's lifetime, however many ask at once. */
  startTrial(accountId: string): Promise<Result<{ readonly trialEnd: Date }, 'already-used'>>
}

const dayMs = 24 * 60 * 60 * 1000

export function createAccounts(options: AccountsOptions): Accounts {
  const { identities, trialDays, now = () => new Date() } = options
  const store = accountStore(options.database)
  const subscriptionOf = (row: AccountRow) => (options.billing === 'none' ? null : resolveSubscription(row, now()))
  return {
    async authenticate(headers) {
      const signedIn = await identities.whoami(headers)
      if (signedIn === null) return { kind: 'anonymous' }
      const person = await activateIfSignupOpen(signedIn.person, options)
      const account = await store.findOrCreate(person)
      const subscriptionStatus = subscriptionOf(account)?.status ?? null
      const hasAccess = hasProductAccess({ subscriptionStatus, identityStatus: person.status })
      return { kind: 'person', person, sessionId: signedIn.sessionId, accountId: account.id, hasAccess }
    },
    async read(accountId) {
      const row = await store.read(accountId)
      return row === undefined ? null : { id: row.id, subscription: subscriptionOf(row) }
    },
    async startTrial(accountId) {
      const trialEnd = new Date(now().getTime() + trialDays * dayMs)
      const begun = await store.beginTrial(accountId, trialEnd)
      return begun === undefined ? refuse('already-used') : accept({ trialEnd })
    },
  }
}

/** Where sign-up is open, who has no status yet gets it now: a Kratos of the operator's own sets none at registration. */
async function activateIfSignupOpen(person: Person, { identities, signup }: AccountsOptions): Promise<Person> {
  if (signup !== 'open' || person.status !== null) return person
  await identities.setStatus(person.id, 'active')
  return { ...person, status: 'active' }
}
