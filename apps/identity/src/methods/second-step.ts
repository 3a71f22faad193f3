import type { Core, FormVisit, RefusedOutcome, SettingsOutcome, SettingsVisit } from '../core/core.ts'
import { emptyForm } from '../protocol/flow.ts'
import type { Message } from '../protocol/messages.ts'
import { messages } from '../protocol/messages.ts'
import { formWithMessages } from '../protocol/flow.ts'
import type { CountedAttempt } from '../storage/back-off.ts'

/** The person of a second step. The flow checked that the session is theirs. */
export function requireFlowPerson({ flow }: FormVisit): string {
  if (flow.identityId === null) throw new Error('a second step belongs to a person')
  return flow.identityId
}

export const refuseWith = (message: Message): RefusedOutcome => ({ kind: 'refused', form: formWithMessages(message) })

export const refuseMissing = (name: string): RefusedOutcome => ({
  kind: 'refused',
  form: { ...emptyForm, fields: { [name]: { messages: [messages.missing(name)] } } },
})

/**
 * Asks for a new sign-in, with both steps, before a factor is removed or shown. The hour in which a session is privileged
 * is too long here: a thief of the session could turn the second step off within it. Null: the sign-in is fresh.
 */
export function requireFreshSignIn(form: SettingsVisit): SettingsOutcome | null {
  return form.isFresh('aal1') ? requireSecondStep(form) : { kind: 'refresh-required', level: 'aal1' }
}

/**
 * Asks for the second step before another second factor is added: otherwise a stolen session would add its own, and
 * remove the owner's with it. The first one that somebody sets up needs none.
 */
export function requireSecondStep({ session, isFresh }: SettingsVisit): SettingsOutcome | null {
  return !session.hasSecondFactor || isFresh('aal2') ? null : { kind: 'refresh-required', level: 'aal2' }
}

/**
 * Counts a guess of a second factor. The browser counts as unknown even if it has signed in before: somebody with the
 * password gets a new browser with every sign-in, and with it a new count.
 */
export async function countSecondFactorAttempt(
  { core, visit }: FormVisit,
  method: 'totp' | 'lookup_secret',
  identityId: string,
): Promise<CountedAttempt> {
  const { address } = visit.device
  try {
    return await core.backOff.attempt('second-factor', { account: identityId, address, device: null }, visit.now)
  } catch (error) {
    core.options.audit({ kind: 'sign-in-refused', identityId, method, reason: 'back-off', address })
    throw error
  }
}

export function auditRefusedFactor(
  { core, visit }: { readonly core: Core; readonly visit: FormVisit['visit'] },
  method: string,
  identityId?: string,
): void {
  const { address } = visit.device
  core.options.audit({ kind: 'sign-in-refused', ...(identityId && { identityId }), method, address })
}
