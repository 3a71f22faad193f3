import type { AuthenticatedOutcome, Core, FormVisit } from '../core/core.ts'
import {
  createFlowRoutes,
  type FlowDefinition,
  readReturnTo,
  refuseForm,
  refuseSignedIn,
  replaceExpiredFlow,
  requireSubmittedFlow,
  resolveFlowDestination,
  resolveReturnTo,
  sendBrowserTo,
  startFlow,
} from '../core/flow-lifecycle.ts'
import { buildMethodNodes, rankByGroup, renderCsrfNode, renderFlow } from '../core/flow-view.ts'
import { respondJson, respondRedirect, type Visit, type VisitResponse, type VisitRoute } from '../core/visit.ts'
import { type AuthenticationMethod, toSessionView } from '../identities/session.ts'
import { httpErrors } from '../protocol/errors.ts'
import { type Flow, type FormState, formWithMessages, isFlowExpired } from '../protocol/flow.ts'
import { messages } from '../protocol/messages.ts'
import type { UiNode } from '../protocol/nodes.ts'
import { issueSession } from '../sessions/sign-in.ts'
import { requireIdentity } from '../storage/identity-store.ts'
import { messageTexts } from '../texts/messages.ts'
import { errorTexts } from '../texts/errors.ts'

export const loginFlow: FlowDefinition = {
  kind: 'login',
  path: '/self-service/login',
  initialState: 'choose_method',
  pageUrl: (pages) => pages.login,
  expiredMessage: messages.loginExpired,
  refusedStatus: 303,
  async view(core, visit, flow) {
    return {
      ...renderFlow(loginFlow, visit, flow, await buildLoginNodes(core, visit, flow)),
      created_at: flow.createdAt.toISOString(),
      updated_at: flow.updatedAt.toISOString(),
      refresh: flow.refresh,
      requested_aal: flow.requestedAal,
    }
  },
}

async function buildLoginNodes(core: Core, visit: Visit, flow: Flow): Promise<UiNode[]> {
  const common = [renderCsrfNode(visit)]
  // No method here is a second factor.
  if (flow.requestedAal === 'aal2') return common
  const parts = core.methods.map(({ login: part }) => part)
  return buildMethodNodes({ core, visit, flow }, parts, common, rankByGroup('oidc', 'default', 'password', 'code'))
}

const isTrueParameter = (value: string | null): boolean => value === 'true' || value === '1'

function readRequestedAal(visit: Visit): 'aal1' | 'aal2' {
  const level = visit.query.get('aal') || 'aal1'
  if (level !== 'aal1' && level !== 'aal2') throw httpErrors.malformed(errorTexts.request.badLevel)
  return level
}

async function startLogin(core: Core, visit: Visit): Promise<VisitResponse> {
  const requestedAal = readRequestedAal(visit)
  const returnTo = readReturnTo(visit)
  const session = await visit.session()
  if (session === null) {
    if (requestedAal === 'aal2') throw httpErrors.aal1Required()
    return startFlow(core, visit, loginFlow, { returnTo })
  }
  const refresh = isTrueParameter(visit.query.get('refresh'))
  if (!refresh && requestedAal === 'aal1') return refuseSignedIn(visit, resolveReturnTo(visit, returnTo))
  const identityId = session.identity.id
  const form = refresh ? { form: formWithMessages(messages.confirmIdentity()) } : {}
  return startFlow(core, visit, loginFlow, { returnTo, refresh, requestedAal, identityId, ...form })
}

async function submitLogin(core: Core, visit: Visit): Promise<VisitResponse> {
  const flow = await requireSubmittedFlow(core, visit, loginFlow)
  const isRepeat = !flow.refresh && flow.requestedAal === 'aal1'
  if (isRepeat && (await visit.session()) !== null) {
    if (!visit.wantsJson) return respondRedirect(visit.pages.home)
    return refuseForm(core, visit, loginFlow, flow, formWithMessages(messages.generic(messageTexts.alreadyLoggedIn)))
  }
  if (isFlowExpired(flow, visit.now)) return replaceExpiredFlow(core, visit, loginFlow, flow)
  // No method here is a second factor.
  const methods = flow.requestedAal === 'aal2' ? [] : core.methods
  const method = methods.find(({ login: part }) => part?.claims(visit.fields))
  if (method?.login === undefined)
    return refuseForm(core, visit, loginFlow, flow, formWithMessages(messages.noLoginMethod()))
  const form = { core, visit, flow }
  const outcome = await method.login.submit(form)
  switch (outcome.kind) {
    case 'leave':
      return sendBrowserTo(visit, outcome.url)
    case 'refused':
      return refuseForm(core, visit, loginFlow, flow, outcome.form, method.id)
    case 'authenticated':
      return completeLogin(form, outcome)
  }
}

/** Creates the session and responds with the next URL. A callback that ends in a sign-in uses it, too. */
export async function completeLogin(form: FormVisit, authenticated: AuthenticatedOutcome): Promise<VisitResponse> {
  const { core, visit, flow } = form
  const identity = await requireIdentity(core.db, authenticated.identityId)
  if (identity.state !== 'active')
    return refuseForm(core, visit, loginFlow, flow, formWithMessages(messages.disabled()))
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

/** The common end of login and registration: session and next URL in JSON, or a redirect. */
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

export const loginRoutes = (core: Core): readonly VisitRoute[] =>
  createFlowRoutes(core, loginFlow, { start: startLogin, submit: submitLogin })
