import { getClientNetwork } from '@espalier/domain'
import { sha256 } from '../protocol/crypto.ts'
import { httpErrors } from '../protocol/errors.ts'
import type { SqlClient } from './database.ts'

export type BackOffScope =
  | 'sign-in'
  | 'registration'
  | 'recovery-mail'
  | 'recovery-code'
  | 'verification-mail'
  | 'verification-code'
  | 'second-factor'

export interface CountedAttempt {
  /** Undoes the failure: the counters reset, and the address gets this attempt back. */
  succeeded(): Promise<void>
}

export interface AttemptSource {
  readonly account: string
  readonly address: string
  /** The id of a browser that has signed in to this account before; otherwise null. */
  readonly device: string | null
}

/** Slows guessing down. The counters are in the database, so that several servers agree. */
export interface BackOff {
  /** Counts the attempt before it is made, so that parallel guesses gain nothing. Throws the 429 during a wait. */
  attempt(scope: BackOffScope, who: AttemptSource, now: Date): Promise<CountedAttempt>
}

/**
 * Nobody can lock another person's account: a browser that has signed in to it before has its own counter, and every
 * other browser is counted together with its address.
 * - device: the failures of a known browser at one account. Nothing else blocks it.
 * - pair: the failures from one address at one account.
 * - address: at how many accounts one address has failed. Repeated failures of one person count once, so that others
 *   behind the same address need not wait.
 * - account: all failures of unknown browsers at one account. Its limit stops a botnet and is far above what one
 *   attacker reaches through the counters of their addresses.
 */
type CounterKind = 'device' | 'pair' | 'address' | 'account'

const counterRules: Readonly<Record<CounterKind, { readonly free: number; readonly longestWaitSeconds: number }>> = {
  device: { free: 5, longestWaitSeconds: 900 },
  pair: { free: 5, longestWaitSeconds: 900 },
  address: { free: 20, longestWaitSeconds: 120 },
  account: { free: 1000, longestWaitSeconds: 900 },
}
/** The limit is lower than for guesses, because every mail also bothers its recipient. */
const maxMailsPerAccount = 50
/** Six digits are guessed soon, and by somebody who knows the password: letting the owner wait does less harm. */
const maxSecondFactorsPerAccount = 20

export const attemptLifespanMs = 3_600_000

interface Counter {
  readonly scope: string
  readonly keyHash: string
  readonly free: number
  readonly longestWaitSeconds: number
}

function countFreeFor(scope: BackOffScope): number {
  if (scope === 'second-factor') return maxSecondFactorsPerAccount
  return scope.endsWith('-mail') ? maxMailsPerAccount : counterRules.account.free
}

function createCounter(scope: BackOffScope, kind: CounterKind, key: string): Counter {
  const rule = counterRules[kind]
  const free = kind === 'account' ? countFreeFor(scope) : rule.free
  return { ...rule, free, scope: `${scope} ${kind}`, keyHash: sha256(`${kind} ${key}`) }
}

export const noBackOff: BackOff = { attempt: async () => ({ succeeded: async () => {} }) }

export function createBackOff(db: SqlClient): BackOff {
  return {
    async attempt(scope, { account, address, device }, now) {
      if (device === null) return attemptFromUnknownDevice(db, scope, account, getClientNetwork(address), now)
      const own = createCounter(scope, 'device', `${device} ${account}`)
      await countFailure(db, own, now)
      return { succeeded: () => resetCounter(db, own) }
    },
  }
}

async function attemptFromUnknownDevice(
  db: SqlClient,
  scope: BackOffScope,
  account: string,
  network: string,
  now: Date,
): Promise<CountedAttempt> {
  const pair = createCounter(scope, 'pair', `${account} ${network}`)
  const address = createCounter(scope, 'address', network)
  const total = createCounter(scope, 'account', account)
  await ensureNotBlocked(db, address, now)
  const taken: Counter[] = []
  try {
    const failures = await countFailure(db, pair, now)
    taken.push(pair)
    if (failures === 1) {
      await countFailure(db, address, now)
      taken.push(address)
    }
    await countFailure(db, total, now)
  } catch (error) {
    for (const one of taken) await uncountFailure(db, one)
    throw error
  }
  return {
    async succeeded() {
      await resetCounter(db, pair)
      await uncountFailure(db, address)
      await uncountFailure(db, total)
    },
  }
}

const failuresSql = 'case when counted.last_at < $4 then 1 else counted.failures + 1 end'
const waitSecondsSql = `least(power(2, least(${failuresSql} - $5::int, 10)), $6::int)`
const countFailureSql = `
  insert into identity.attempts as counted (scope, key_hash, failures, last_at) values ($1, $2, 1, $3)
  on conflict (scope, key_hash) do update set failures = ${failuresSql}, last_at = $3,
    blocked_until = case when ${failuresSql} >= $5::int then $3::timestamptz + ${waitSecondsSql} * interval '1 second' end
  where counted.blocked_until is null or counted.blocked_until <= $3
  returning failures`

/** Counts one more failure and returns the total. Throws the 429 while it is blocked. */
async function countFailure(db: SqlClient, counted: Counter, now: Date): Promise<number> {
  const { scope, keyHash, free, longestWaitSeconds } = counted
  const forgotten = new Date(now.getTime() - attemptLifespanMs)
  const { rows } = await db.query<{ failures: number }>(countFailureSql, [
    scope,
    keyHash,
    now,
    forgotten,
    free,
    longestWaitSeconds,
  ])
  const [row] = rows
  if (row !== undefined) return row.failures
  throw httpErrors.tooMany(Math.max(1, await readSecondsLeft(db, counted, now)))
}

async function ensureNotBlocked(db: SqlClient, counted: Counter, now: Date): Promise<void> {
  const seconds = await readSecondsLeft(db, counted, now)
  if (seconds > 0) throw httpErrors.tooMany(seconds)
}

async function readSecondsLeft(db: SqlClient, { scope, keyHash }: Counter, now: Date): Promise<number> {
  const { rows } = await db.query<{ blockedUntil: Date | null }>(
    'select blocked_until as "blockedUntil" from identity.attempts where scope = $1 and key_hash = $2',
    [scope, keyHash],
  )
  return Math.ceil(((rows[0]?.blockedUntil?.getTime() ?? 0) - now.getTime()) / 1000)
}

async function uncountFailure(db: SqlClient, { scope, keyHash }: Counter): Promise<void> {
  await db.query(
    `update identity.attempts set failures = greatest(failures - 1, 0), blocked_until = null
     where scope = $1 and key_hash = $2`,
    [scope, keyHash],
  )
}

async function resetCounter(db: SqlClient, { scope, keyHash }: Counter): Promise<void> {
  await db.query('delete from identity.attempts where scope = $1 and key_hash = $2', [scope, keyHash])
}
