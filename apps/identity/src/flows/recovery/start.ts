import type { Core } from '../../core.ts'
import { refusals } from '../../forms/refusal.ts'
import { beginFlow, presentFlow, requestedReturn } from '../kind.ts'
import { redirect, type Answer, type Visit } from '../visit.ts'
import { recovery } from './flow.ts'

export async function startRecovery(core: Core, visit: Visit): Promise<Answer> {
  const returnTo = requestedReturn(visit)
  if ((await visit.session()) !== null) {
    if (visit.wantsJson) throw refusals.sessionAlreadyAvailable()
    return redirect(visit.pages.home)
  }
  return presentFlow(core, visit, recovery, await beginFlow(core, visit, recovery, { returnTo }))
}
