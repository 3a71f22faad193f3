import { messages } from '../../forms/messages.ts'
import { requireIdentity } from '../../identities/store.ts'
import type { AuthenticatedOutcome, FormVisit } from '../../core.ts'
import { issueSession } from '../../sessions/sign-in.ts'
import { toSessionView, type AuthenticationMethod } from '../../sessions/session.ts'
import { formWithMessages, type FormState } from '../flow.ts'
import { resolveFlowDestination, refuseForm } from '../kind.ts'
import { respondJson, respondRedirect, type VisitResponse, type Visit } from '../visit.ts'
import { loginFlow } from './flow.ts'

/** Somebody proved who they are: the session, and the way on. Also for a callback that ends in a sign-in. */
export async function completeLogin(form: FormVisit, authenticated: AuthenticatedOutcome): Promise<VisitResponse> {
  const { core, visit, flow } = form
  const identity = await requireIdentity(core.db, authenticated.identityId)
  if (identity.state !== 'active') return refuseForm(core, visit, loginFlow, flow, formWithMessages(messages.disabled()))
  const added = await runBeforeSession(form, authenticated)
  if (!Array.isArray(added)) return refuseForm(core, visit, loginFlow, flow, added)
  const { methods, provenBy } = authenticated
  const session = await issueSession(core, visit, {
    identity,
    methods: [...methods, ...added],
    flow,
    ...(provenBy !== undefined && { provenBy }),
  })
  return signedInResponse(visit, resolveFlowDestination(visit, flow), { session: toSessionView(session, visit.base) })
}

async function runBeforeSession(
  form: FormVisit,
  authenticated: AuthenticatedOutcome,
): Promise<AuthenticationMethod[] | FormState> {
  const added: AuthenticationMethod[] = []
  for (const { login: part } of form.core.methods) {
    const answer = (await part?.beforeSession?.(form, authenticated)) ?? null
    if (answer?.kind === 'refused') return answer.form
    if (answer?.kind === 'also') added.push(...answer.methods)
  }
  return added
}

/** How sign-in and sign-up end: the facts and the next address for a script, the next address for a browser. */
export function signedInResponse(
  visit: Visit,
  destination: string,
  facts: object,
  firstSteps: readonly object[] = [],
): VisitResponse {
  if (!visit.wantsJson) return respondRedirect(destination)
  const next = { action: 'redirect_browser_to', redirect_browser_to: destination }
  return respondJson({ ...facts, continue_with: [...firstSteps, next] })
}
