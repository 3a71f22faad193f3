import { randomInt, timingSafeEqual } from 'node:crypto'
import { normaliseEmail } from '@espalier/domain'
import type { Core } from '../../core.ts'
import type { Db } from '../../storage/database.ts'
import { findIdentityByEmail } from '../../identities/store.ts'
import type { IdentityRecord } from '../../identities/identity.ts'

const triesPerCode = 5
const purpose = 'recovery code'

const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

const bound = (flowId: string, code: string): string => `${flowId} ${code}`

/** Makes the code of a flow, replacing an earlier one, and mails it where there is somebody to mail it to. */
export async function sendCode(core: Core, flowId: string, typedEmail: string, now: Date): Promise<void> {
  const email = normaliseEmail(typedEmail)
  const owner = await findIdentityByEmail(core.db, email)
  const identity = owner?.state === 'active' ? owner : null
  const code = newCode()
  const expiresAt = new Date(now.getTime() + core.lifespans.recoveryCodeMs)
  const row = {
    identity_id: identity?.id ?? null,
    email,
    code_hash: core.sealer.sign(purpose, bound(flowId, code)).toString('hex'),
    tries: 0,
    expires_at: expiresAt,
  }
  await core.db
    .insertInto('recovery_codes')
    .values({ flow_id: flowId, ...row })
    .onConflict((conflict) => conflict.column('flow_id').doUpdateSet(row))
    .execute()
  // Waiting for the mail would tell by the time it takes whether the address has an account.
  if (identity !== null) core.inBackground('recovery mail', () => mail(core, identity, code, expiresAt))
}

async function mail(core: Core, identity: IdentityRecord, code: string, expiresAt: Date): Promise<void> {
  const { email, firstname, lastname } = identity.traits
  const person = { id: identity.id, email, firstname: firstname ?? null, lastname: lastname ?? null }
  await core.options.recoveryMail({ to: email, code, person, expiresAt })
}

/** The owner of the address, if this is the code that was mailed to it. A code is good once, and for a few tries. */
export async function redeemCode(core: Core, flowId: string, code: string, now: Date): Promise<string | null> {
  const tried = await countTry(core.db, flowId, now)
  if (tried === undefined || tried.identity_id === null) return null
  const stored = Buffer.from(tried.code_hash, 'hex')
  const isRight = core.sealer
    .signatures(purpose, bound(flowId, code))
    .some((digest) => digest.length === stored.length && timingSafeEqual(digest, stored))
  if (!isRight) return null
  const spent = await core.db
    .deleteFrom('recovery_codes')
    .where('flow_id', '=', flowId)
    .where('code_hash', '=', tried.code_hash)
    .returning('identity_id')
    .executeTakeFirst()
  return spent?.identity_id ?? null
}

const countTry = (db: Db, flowId: string, now: Date) =>
  db
    .updateTable('recovery_codes')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('flow_id', '=', flowId)
    .where('tries', '<', triesPerCode)
    .where('expires_at', '>', now)
    .returning(['identity_id', 'code_hash'])
    .executeTakeFirst()
