import type { Core } from '../../core.ts'
import { refusals } from '../../forms/refusal.ts'
import { beginFlow, followReturn, presentFlow, requestedReturn } from '../kind.ts'
import { redirect, type Answer, type Visit } from '../visit.ts'
import { registration } from './flow.ts'

export async function startRegistration(core: Core, visit: Visit): Promise<Answer> {
  const returnTo = requestedReturn(visit)
  if ((await visit.session()) !== null) {
    if (visit.wantsJson) throw refusals.sessionAlreadyAvailable()
    return redirect(followReturn(visit, returnTo))
  }
  return presentFlow(core, visit, registration, await beginFlow(core, visit, registration, { returnTo }))
}
