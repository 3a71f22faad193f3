import type { AuthenticatedOutcome, Core, FlowMethod, FormVisit } from '../core/core.ts'
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
import {
  type AssuranceLevel,
  type AuthenticationMethod,
  getAssuranceLevel,
  lacksSecondStep,
  type SessionRecord,
  toSessionView,
} from '../identities/session.ts'
import { httpErrors } from '../protocol/errors.ts'
import { type Flow, type FormState, formWithMessages, isFlowExpired } from '../protocol/flow.ts'
import { messages } from '../protocol/messages.ts'
import type { UiNode } from '../protocol/nodes.ts'
import { secondStepUrl } from '../sessions/second-step.ts'
import { issueSession } from '../sessions/sign-in.ts'
import { requireIdentity } from '../storage/identity-store.ts'
import { hasSecondFactor } from '../storage/second-factors.ts'
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
  const parts = listLoginMethods(core, flow).map(({ login: part }) => part)
  const rank = rankByGroup('oidc', 'default', 'password', 'code', 'passkey', 'totp', 'lookup_secret')
  return buildMethodNodes({ core, visit, flow }, parts, [renderCsrfNode(visit)], rank)
}

/** The methods that serve this step of the sign-in. */
const listLoginMethods = (core: Core, flow: Flow): FlowMethod[] =>
  core.methods.filter(({ login: part }) => part !== undefined && (part.level ?? 'aal1') === flow.requestedAal)

const isTrueParameter = (value: string | null): boolean => value === 'true' || value === '1'

function readRequestedAal(visit: Visit): AssuranceLevel {
  const level = visit.query.get('aal') || 'aal1'
  if (level !== 'aal1' && level !== 'aal2') throw httpErrors.malformed(errorTexts.request.badLevel)
  return level
}

const hasLevel = (session: SessionRecord, level: AssuranceLevel): boolean =>
  level === 'aal1' || getAssuranceLevel(session) === 'aal2'

async function startLogin(core: Core, visit: Visit): Promise<VisitResponse> {
  const requestedAal = readRequestedAal(visit)
  const returnTo = readReturnTo(visit)
  const session = await visit.session()
  if (session === null) {
    if (requestedAal === 'aal2') throw httpErrors.aal1Required()
    return startFlow(core, visit, loginFlow, { returnTo })
  }
  const refresh = isTrueParameter(visit.query.get('refresh'))
  if (!refresh && hasLevel(session, requestedAal)) return refuseSignedIn(visit, resolveReturnTo(visit, returnTo))
  const identityId = session.identity.id
  const form = formWithMessages(
    ...(refresh ? [messages.confirmIdentity()] : []),
    ...(hasLevel(session, requestedAal) ? [] : [messages.completeSecondStep()]),
  )
  return startFlow(core, visit, loginFlow, { returnTo, refresh, requestedAal, identityId, form })
}

async function submitLogin(core: Core, visit: Visit): Promise<VisitResponse> {
  const flow = await requireSubmittedFlow(core, visit, loginFlow)
  const session = await visit.session()
  if (flow.requestedAal === 'aal2') ensureFirstStep(flow, session)
  if (session !== null && !flow.refresh && hasLevel(session, flow.requestedAal)) {
    if (!visit.wantsJson) return respondRedirect(visit.pages.home)
    return refuseForm(core, visit, loginFlow, flow, formWithMessages(messages.generic(messageTexts.alreadyLoggedIn)))
  }
  if (isFlowExpired(flow, visit.now)) return replaceExpiredFlow(core, visit, loginFlow, flow)
  const method = listLoginMethods(core, flow).find(({ login: part }) => part?.claims(visit.fields))
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

/** The second step belongs to the person who did the first one. */
function ensureFirstStep(flow: Flow, session: SessionRecord | null): void {
  if (session === null) throw httpErrors.aal1Required()
  if (flow.identityId !== session.identity.id) throw httpErrors.identityMismatch()
}

/** Creates the session and responds with the next URL. A callback that ends in a sign-in uses it, too. */
export async function completeLogin(form: FormVisit, authenticated: AuthenticatedOutcome): Promise<VisitResponse> {
  const { core, visit, flow } = form
  const identity = await requireIdentity(core.db, authenticated.identityId)
  if (identity.state !== 'active')
    return refuseForm(core, visit, loginFlow, flow, formWithMessages(messages.disabled()))
  const isHalfDone =
    flow.requestedAal === 'aal1' && !flow.refresh && (await hasSecondFactor(core.db, authenticated.identityId))
  // Half a sign-in must not link a social account: the password alone would add another way in.
  const added = isHalfDone ? [] : await runBeforeSession(form, authenticated)
  if (!Array.isArray(added)) return refuseForm(core, visit, loginFlow, flow, added)
  const { methods, provenBy } = authenticated
  const session = await issueSession(core, visit, {
    identity,
    methods: [...methods, ...added],
    flow,
    ...(provenBy !== undefined && { provenBy }),
  })
  if (lacksSecondStep(session)) return sendBrowserTo(visit, secondStepUrl(visit, flow.returnTo))
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
