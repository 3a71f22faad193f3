import type { Core } from '../../core.ts'
import { messages } from '../../forms/messages.ts'
import { markEmailVerified, requireIdentity } from '../../identities/store.ts'
import { signIn } from '../../sessions/sign-in.ts'
import { emptyForm, say, type Flow } from '../flow.ts'
import { beginFlow, leave, pageOf, updateFlow } from '../kind.ts'
import { settings } from '../settings/flow.ts'
import type { Answer, Visit } from '../visit.ts'
import { emailOf } from './flow.ts'

/** The code was right: signed in, and on to the settings to choose a new password. */
export async function completeRecovery(core: Core, visit: Visit, flow: Flow, identityId: string): Promise<Answer> {
  const identity = await requireIdentity(core.db, identityId)
  await markEmailVerified(core.db, identityId, emailOf(flow) ?? '', visit.now)
  await updateFlow(core, visit, flow, { state: 'passed_challenge', form: emptyForm })
  const method = { method: 'code_recovery', aal: 'aal1', completed_at: visit.now.toISOString() } as const
  await signIn(core, visit, { identity, methods: [method], flow })
  core.options.audit({ kind: 'recovered', identityId, address: visit.device.address })
  const minutes = Math.round(core.lifespans.privilegedMs / 60_000)
  const next = await beginFlow(core, visit, settings, {
    identityId,
    returnTo: flow.returnTo,
    form: say(messages.recovered(minutes)),
  })
  return leave(visit, pageOf(settings, visit, next))
}
