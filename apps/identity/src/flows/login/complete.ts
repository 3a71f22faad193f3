import { messages } from '../../forms/messages.ts'
import { requireIdentity } from '../../identities/store.ts'
import type { Authenticated, FormVisit } from '../../core.ts'
import { signIn } from '../../sessions/sign-in.ts'
import { sessionView, type AuthenticationMethod } from '../../sessions/session.ts'
import { say, type FormState } from '../flow.ts'
import { destinationOf, refuseForm } from '../kind.ts'
import { json, redirect, type Answer, type Visit } from '../visit.ts'
import { login } from './flow.ts'

/** Somebody proved who they are: the session, and the way on. Also for a callback that ends in a sign-in. */
export async function completeLogin(form: FormVisit, authenticated: Authenticated): Promise<Answer> {
  const { core, visit, flow } = form
  const identity = await requireIdentity(core.db, authenticated.identityId)
  if (identity.state !== 'active') return refuseForm(core, visit, login, flow, say(messages.disabled()))
  const added = await addedMethods(form, authenticated)
  if (!Array.isArray(added)) return refuseForm(core, visit, login, flow, added)
  const { methods, provenBy } = authenticated
  const session = await signIn(core, visit, {
    identity,
    methods: [...methods, ...added],
    flow,
    ...(provenBy !== undefined && { provenBy }),
  })
  return signedInAnswer(visit, destinationOf(visit, flow), { session: sessionView(session, visit.base) })
}

async function addedMethods(
  form: FormVisit,
  authenticated: Authenticated,
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
export function signedInAnswer(
  visit: Visit,
  destination: string,
  facts: object,
  firstSteps: readonly object[] = [],
): Answer {
  if (!visit.wantsJson) return redirect(destination)
  const next = { action: 'redirect_browser_to', redirect_browser_to: destination }
  return json({ ...facts, continue_with: [...firstSteps, next] })
}
