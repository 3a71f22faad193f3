import { randomInt, timingSafeEqual } from 'node:crypto'
import { normalizeEmail } from '@espalier/domain'
import type { Core } from '../core/core.ts'
import type { CodeMail } from '../core/options.ts'
import type { IdentityRecord } from '../identities/identity.ts'
import { countCodeTry, deleteCode, storeCode } from '../storage/code-store.ts'

/** A code of one purpose is not accepted for the other. */
export type CodePurpose = 'recovery code' | 'verification code'

const generateCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

const bindCodeToFlow = (flowId: string, code: string): string => `${flowId} ${code}`

export interface CodeRequest {
  readonly purpose: CodePurpose
  readonly flowId: string
  /** As it was typed. */
  readonly email: string
  /** Null where there is nobody to mail the code to: the code is made all the same, so that both cases cost the same. */
  readonly owner: IdentityRecord | null
  mail(mail: CodeMail): Promise<void>
}

/** Makes the code of a flow, replacing an earlier one, and mails it where there is somebody to mail it to. */
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
  // A recovery goes to the address as its owner spells it.
  const to = normalizeEmail(email) === normalized ? email : wanted.email
  // Waiting for the mail would tell by the time it takes whether the address has an account.
  core.runInBackground(`${purpose} mail`, () => wanted.mail({ to, code, person, expiresAt }))
}

export interface RedeemedCode {
  readonly identityId: string
  /** Normalized: the address that the code was mailed to. */
  readonly email: string
}

/** Whose code it is, if it is the one that was mailed. A code is good once, and for a few tries. */
export async function redeemCode(
  core: Core,
  purpose: CodePurpose,
  flowId: string,
  code: string,
  now: Date,
): Promise<RedeemedCode | null> {
  const tried = await countCodeTry(core.db, flowId, now)
  if (tried === null || tried.identityId === null) return null
  const stored = Buffer.from(tried.codeHash, 'hex')
  const isRight = core.sealer
    .signatures(purpose, bindCodeToFlow(flowId, code))
    .some((digest) => digest.length === stored.length && timingSafeEqual(digest, stored))
  if (!isRight) return null
  const spent = await deleteCode(core.db, flowId, tried.codeHash)
  return spent === null || spent.identityId === null ? null : { identityId: spent.identityId, email: spent.email }
}
