import type { Core, FlowMethod, SettingsVisit } from '../core/core.ts'
import {
  createFlowRoutes,
  expiredFlowError,
  type FlowDefinition,
  flowPageUrl,
  flowSubmitUrl,
  readReturnTo,
  refuseForm,
  replaceExpiredFlow,
  requireSubmittedFlow,
  resolveFlowDestination,
  respondWithFlow,
  sendBrowserTo,
  startFlow,
  updateFlow,
} from '../core/flow-lifecycle.ts'
import { buildMethodNodes, rankByGroup, renderCsrfNode, renderFlow } from '../core/flow-view.ts'
import {
  respondJson,
  respondRedirect,
  type Visit,
  type VisitResponse,
  type VisitRoute,
  withQuery,
} from '../core/visit.ts'
import { type IdentityRecord, toIdentityView } from '../identities/identity.ts'
import { type AssuranceLevel, isSessionPrivileged, isStepFresh, type SessionRecord } from '../identities/session.ts'
import { HttpError, httpErrors } from '../protocol/errors.ts'
import { emptyFields, fieldsFromEntries, pickFields, type SubmittedFields } from '../protocol/fields.ts'
import { emptyForm, type Flow, formWithMessages, isFlowExpired } from '../protocol/flow.ts'
import { messages } from '../protocol/messages.ts'
import type { UiNode } from '../protocol/nodes.ts'
import { demandSecondStep } from '../sessions/second-step.ts'
import { reissueSessionCookie } from '../sessions/sign-in.ts'
import { findFlow } from '../storage/flow-store.ts'

export const settingsFlow: FlowDefinition = {
  kind: 'settings',
  path: '/self-service/settings',
  initialState: 'show_form',
  pageUrl: (pages) => pages.settings,
  expiredMessage: messages.settingsExpired,
  refusedStatus: 303,
  async view(core, visit, flow) {
    const session = await visit.session()
    if (session === null) throw httpErrors.noSession()
    return renderSettings(createSettingsVisit(core, visit, flow, session))
  },
}

export function createSettingsVisit(
  core: Core,
  visit: Visit,
  flow: Flow,
  session: SessionRecord,
  resumed?: SubmittedFields,
): SettingsVisit {
  const fields = resumed ?? visit.fields
  return {
    core,
    visit,
    flow,
    identity: session.identity,
    session,
    fields: visit.method === 'GET' && resumed === undefined ? emptyFields : fields,
    ensureCsrf() {
      if (resumed !== undefined) return
      const token = fields.get('csrf_token')
      visit.csrf.ensure(typeof token === 'string' ? token : undefined)
    },
    isPrivileged: isSessionPrivileged(session, visit.now, core.lifespans.privilegedMs),
    isFresh: (level) => isStepFresh(session, level, visit.now, core.lifespans.freshMs),
  }
}

async function renderSettings(form: SettingsVisit): Promise<object> {
  return {
    ...renderFlow(settingsFlow, form.visit, form.flow, await buildSettingsNodes(form)),
    identity: toIdentityView(form.identity, form.visit.base),
  }
}

function buildSettingsNodes(form: SettingsVisit): Promise<UiNode[]> {
  const parts = form.core.methods.map(({ settings: part }) => part)
  const rank = rankByGroup('default', 'profile', 'password', 'oidc', 'lookup_secret', 'passkey', 'totp')
  return buildMethodNodes(form, parts, [renderCsrfNode(form.visit)], rank)
}

async function startSettings(core: Core, visit: Visit): Promise<VisitResponse> {
  const returnTo = readReturnTo(visit)
  const session = await visit.session()
  if (session === null) {
    if (visit.wantsJson)
      throw new HttpError(401, { ...httpErrors.sessionInactive().parts, root: { CredentialsMissing: false } })
    const login = `${visit.base}/self-service/login/browser`
    return respondRedirect(returnTo === null ? login : withQuery(login, { return_to: returnTo }))
  }
  const detour = demandSecondStep(visit, session, visit.url)
  return detour ?? startFlow(core, visit, settingsFlow, { returnTo, identityId: session.identity.id })
}

/** Answers 403 if the session belongs to another person than the flow. */
export function ensureFlowOwner(flow: Flow, session: SessionRecord): void {
  if (flow.identityId !== session.identity.id) throw httpErrors.identityMismatch()
}

async function fetchSettingsFlow(core: Core, visit: Visit): Promise<VisitResponse> {
  visit.csrf.ensureCookie()
  const session = await visit.session()
  if (session === null) return respondWithoutSession(visit)
  const flow = await findFlow(core.db, 'settings', visit.query.get('id') ?? '')
  if (flow === null) throw httpErrors.notFound()
  ensureFlowOwner(flow, session)
  const detour = demandSecondStep(visit, session, flowPageUrl(settingsFlow, visit, flow))
  if (detour !== null) return detour
  if (isFlowExpired(flow, visit.now)) throw expiredFlowError(visit, settingsFlow, flow)
  return respondJson(await settingsFlow.view(core, visit, flow))
}

/** Redirects a browser to sign-in; a JSON client gets an error. */
function respondWithoutSession(visit: Visit): VisitResponse {
  if (visit.isJsonClient) throw httpErrors.noSession()
  return respondRedirect(visit.pages.login, 302)
}

const settingsPurpose = (flow: Flow): string => `settings ${flow.id}`

async function submitSettings(core: Core, visit: Visit): Promise<VisitResponse> {
  const session = await visit.session()
  if (session === null) return respondWithoutSession(visit)
  const flow = await requireSubmittedFlow(core, visit, settingsFlow)
  ensureFlowOwner(flow, session)
  const detour = demandSecondStep(visit, session, flowPageUrl(settingsFlow, visit, flow))
  if (detour !== null) return detour
  if (isFlowExpired(flow, visit.now)) return replaceExpiredFlow(core, visit, settingsFlow, flow)
  const resumed = visit.method === 'GET' ? await resumeFields(core, visit, flow, session) : undefined
  const form = createSettingsVisit(core, visit, flow, session, resumed)
  const method = core.methods.find(({ settings: part }) => part?.claims(form.fields))
  if (method === undefined)
    return refuseForm(core, visit, settingsFlow, flow, formWithMessages(messages.noSettingsMethod()))
  return applySettings(form, method)
}

async function applySettings(form: SettingsVisit, method: FlowMethod): Promise<VisitResponse> {
  const { core, visit, flow } = form
  if (method.settings === undefined) throw new Error(`${method.id} has no settings`)
  const outcome = await method.settings.submit(form)
  switch (outcome.kind) {
    case 'leave':
      return sendBrowserTo(visit, outcome.url)
    case 'refused':
      return refuseForm(core, visit, settingsFlow, { ...flow, state: 'show_form' }, outcome.form, method.id)
    case 'refresh-required':
      return pauseForSignIn(form, method.settings.keptFields, outcome.level)
    case 'shown': {
      const change = { state: 'show_form', active: method.id, context: outcome.context, form: emptyForm } as const
      return respondWithFlow(core, visit, settingsFlow, await updateFlow(core, visit, flow, change))
    }
    case 'saved': {
      const { identity, firstSteps, context = flow.context } = outcome
      return completeSettings({ ...form, flow: { ...flow, context } }, method.id, identity, firstSteps)
    }
  }
}

/** Keeps the submitted form, sealed, until the person has signed in again. */
async function pauseForSignIn(
  form: SettingsVisit,
  keeps: readonly string[],
  level: AssuranceLevel = 'aal1',
): Promise<VisitResponse> {
  const { core, visit, flow, session } = form
  await core.continuity.pause({
    cookies: visit.cookies,
    purpose: settingsPurpose(flow),
    payload: Object.fromEntries(pickFields(form.fields, keeps)),
    identityId: session.identity.id,
    lifespanMs: core.lifespans.settingsPauseMs,
    now: visit.now,
  })
  const back = flowSubmitUrl(settingsFlow, visit, flow)
  const signIn = withQuery(`${visit.base}/self-service/login/browser`, {
    refresh: 'true',
    ...(level === 'aal2' && { aal: level }),
    return_to: back,
  })
  if (visit.wantsJson) throw httpErrors.refreshRequired(signIn)
  return respondRedirect(signIn)
}

async function resumeFields(
  core: Core,
  visit: Visit,
  flow: Flow,
  session: SessionRecord,
): Promise<SubmittedFields | undefined> {
  const payload = await core.continuity.resume({
    cookies: visit.cookies,
    purpose: settingsPurpose(flow),
    identityId: session.identity.id,
    now: visit.now,
  })
  if (payload === null) return undefined
  const entries = Object.entries(payload).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return fieldsFromEntries(entries)
}

/** Shows in the same flow that the change is stored. A callback that ends in a link uses it, too. */
export async function completeSettings(
  form: SettingsVisit,
  active: FlowMethod['id'],
  identity: IdentityRecord,
  firstSteps: readonly object[] = [],
): Promise<VisitResponse> {
  const { core, visit, session } = form
  reissueSessionCookie(visit, session)
  const flow = await updateFlow(core, visit, form.flow, {
    state: 'success',
    active,
    form: formWithMessages(messages.saved()),
  })
  const destination =
    flow.returnTo === null ? flowPageUrl(settingsFlow, visit, flow) : resolveFlowDestination(visit, flow)
  if (!visit.wantsJson) return respondRedirect(destination)
  const next = { action: 'redirect_browser_to', redirect_browser_to: destination }
  return respondJson({ ...(await renderSettings({ ...form, flow, identity })), continue_with: [...firstSteps, next] })
}

export const settingsRoutes = (core: Core): readonly VisitRoute[] => [
  ...createFlowRoutes(core, settingsFlow, { start: startSettings, submit: submitSettings, fetch: fetchSettingsFlow }),
  {
    methods: ['GET'],
    path: '/.well-known/change-password',
    json: 'accepts',
    run: async (visit) => respondRedirect(visit.pages.settings),
  },
]
