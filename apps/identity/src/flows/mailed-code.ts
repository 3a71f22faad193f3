import { randomInt, timingSafeEqual } from 'node:crypto'
import { normalizeEmail } from '@espalier/domain'
import type { Core } from '../core/core.ts'
import type { CodeMail } from '../core/options.ts'
import type { IdentityRecord } from '../identities/identity.ts'
import { countCodeTry, deleteCode, storeCode } from '../storage/code-store.ts'

/** A code for one purpose is not accepted for another. */
export type CodePurpose = 'recovery code' | 'verification code'

const generateCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

const bindCodeToFlow = (flowId: string, code: string): string => `${flowId} ${code}`

export interface CodeRequest {
  readonly purpose: CodePurpose
  readonly flowId: string
  /** The address as it was typed. */
  readonly email: string
  /** Null if there is nobody to mail the code to. The code is created anyway, so that both cases cost the same. */
  readonly owner: IdentityRecord | null
  mail(mail: CodeMail): Promise<void>
}

/** Creates the code of a flow, replacing an earlier one, and mails it if the address has an owner. */
export async function sendCode(core: Core, wanted: CodeRequest, now: Date): Promise<void> {
  const { purpose, flowId, owner } = wanted
  const identity = owner?.state === 'active' ? owner : null
  const code = generateCode()
  const expiresAt = new Date(now.getTime() + core.lifespans.recoveryCodeMs)
  const normalized = normalizeEmail(wanted.email)
  await storeCode(core.db, {
    flowId,
    identityId: identity?.id ?? null,
    email: normalized,
    codeHash: core.sealer.sign(purpose, bindCodeToFlow(flowId, code)).toString('hex'),
    expiresAt,
  })
  if (identity === null) return
  const { email, firstname, lastname } = identity.traits
  const person = { id: identity.id, email, firstname: firstname ?? null, lastname: lastname ?? null }
  // A recovery mail goes to the address in its owner's spelling.
  const to = normalizeEmail(email) === normalized ? email : wanted.email
  // The response does not wait for the mail: its duration would reveal whether the address has an account.
  core.runInBackground(`${purpose} mail`, () => wanted.mail({ to, code, person, expiresAt }))
}

export interface RedeemedCode {
  readonly identityId: string
  /** The normalized address that the code was mailed to. */
  readonly email: string
}

/** Returns the owner of the code if it is the one that was mailed. A code works once and allows a few attempts. */
export async function redeemCode(
  core: Core,
  purpose: CodePurpose,
  flowId: string,
  code: string,
  now: Date,
): Promise<RedeemedCode | null> {
  const attempt = await countCodeTry(core.db, flowId, now)
  if (attempt === null || attempt.identityId === null) return null
  const stored = Buffer.from(attempt.codeHash, 'hex')
  const isRight = core.sealer
    .signatures(purpose, bindCodeToFlow(flowId, code))
    .some((digest) => digest.length === stored.length && timingSafeEqual(digest, stored))
  if (!isRight) return null
  const redeemed = await deleteCode(core.db, flowId, attempt.codeHash)
  return redeemed === null || redeemed.identityId === null
    ? null
    : { identityId: redeemed.identityId, email: redeemed.email }
}
