import type { Core, FormVisit, RefusedOutcome } from '../core/core.ts'
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
 * Counts a guess of a second factor. The browser counts as unknown even if it has signed in before: whoever has the
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
