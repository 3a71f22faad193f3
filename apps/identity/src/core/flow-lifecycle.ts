import { randomUUID } from 'node:crypto'
import { isUuid } from '@espalier/domain'
import { HttpError, httpErrors } from '../protocol/errors.ts'
import {
  emptyForm,
  type Flow,
  type FlowKind,
  type FlowState,
  type FormState,
  formWithMessages,
  isFlowExpired,
} from '../protocol/flow.ts'
import type { Message } from '../protocol/messages.ts'
import { resolveAllowedReturn } from '../protocol/return-to.ts'
import { findFlow, insertFlow, saveFlow } from '../storage/flow-store.ts'
import { errorTexts } from '../texts/errors.ts'
import type { Core } from './core.ts'
import type { PageUrls } from './options.ts'
import { respondJson, respondRedirect, type Visit, type VisitResponse, type VisitRoute, withQuery } from './visit.ts'

/** The differences between the kinds of flow; everything else is shared. */
export interface FlowDefinition {
  readonly kind: FlowKind
  /** The path of the submit route, relative to the base. */
  readonly path: string
  readonly initialState: FlowState
  pageUrl(pages: PageUrls): string
  readonly expiredMessage: (at: Date) => Message
  /** The redirect status that a browser gets after a refused form. */
  readonly refusedStatus: 302 | 303
  view(core: Core, visit: Visit, flow: Flow): Promise<object>
}

/**
 * Returns the return_to of a flow start as it was sent, or null if there is none. Throws if it is not an allowed URL.
 */
export function readReturnTo(visit: Visit): string | null {
  const wanted = visit.query.get('return_to')
  if (wanted === null || wanted === '') return null
  // PostgreSQL cannot store NUL, but a URL can contain it.
  const isOurs = !wanted.includes('\0') && resolveAllowedReturn(wanted, visit.returnRules) !== null
  if (!isOurs) throw httpErrors.returnForbidden()
  return wanted
}

/** Checks return_to again, because the allowed URLs may have changed since the flow started. */
export const resolveReturnTo = (visit: Visit, returnTo: string | null): string =>
  (returnTo === null ? null : resolveAllowedReturn(returnTo, visit.returnRules)) ?? visit.pages.home

export const resolveFlowDestination = (visit: Visit, flow: Flow): string => resolveReturnTo(visit, flow.returnTo)

export const flowPageUrl = (kind: FlowDefinition, visit: Visit, flow: Flow): string =>
  withQuery(kind.pageUrl(visit.pages), { flow: flow.id })

export const flowSubmitUrl = (kind: FlowDefinition, visit: Visit, flow: Flow): string =>
  withQuery(visit.base + kind.path, { flow: flow.id })

type NewFlowFields = Partial<Omit<Flow, 'id' | 'kind' | 'csrfHash'>>

export async function beginFlow(
  core: Core,
  visit: Visit,
  kind: FlowDefinition,
  flowFields: NewFlowFields = {},
): Promise<Flow> {
  const { now } = visit
  visit.csrf.ensureCookie()
  const flow: Flow = {
    id: randomUUID(),
    kind: kind.kind,
    state: kind.initialState,
    active: null,
    issuedAt: now,
    expiresAt: new Date(now.getTime() + core.lifespans.flowMs),
    requestUrl: visit.url,
    returnTo: null,
    csrfHash: visit.csrf.hash(),
    refresh: false,
    requestedAal: 'aal1',
    identityId: null,
    form: emptyForm,
    context: {},
    createdAt: now,
    updatedAt: now,
    ...flowFields,
  }
  await insertFlow(core.db, flow)
  return flow
}

/** Shows a flow: in JSON, or by a redirect to its page. */
export async function respondWithFlow(
  core: Core,
  visit: Visit,
  kind: FlowDefinition,
  flow: Flow,
): Promise<VisitResponse> {
  return visit.wantsJson
    ? respondJson(await kind.view(core, visit, flow))
    : respondRedirect(flowPageUrl(kind, visit, flow))
}

/** Begins a flow and shows it. */
export const startFlow = async (
  core: Core,
  visit: Visit,
  kind: FlowDefinition,
  flowFields: NewFlowFields,
): Promise<VisitResponse> => respondWithFlow(core, visit, kind, await beginFlow(core, visit, kind, flowFields))

/** Answers a signed-in person who opens or submits a form that is for others. */
export function refuseSignedIn(visit: Visit, destination: string, status: 302 | 303 = 303): VisitResponse {
  if (visit.wantsJson) throw httpErrors.sessionAlreadyAvailable()
  return respondRedirect(destination, status)
}

export async function updateFlow(core: Core, visit: Visit, flow: Flow, change: Partial<Flow>): Promise<Flow> {
  const changed = { ...flow, ...change, updatedAt: visit.now }
  await saveFlow(core.db, changed)
  return changed
}

/** Shows the form again with its errors; messages from before are removed. */
export async function refuseForm(
  core: Core,
  visit: Visit,
  kind: FlowDefinition,
  flow: Flow,
  form: FormState,
  active: string | null = flow.active,
): Promise<VisitResponse> {
  const refused = await updateFlow(core, visit, flow, { form, active })
  if (visit.wantsJson) return respondJson(await kind.view(core, visit, refused), 400)
  return respondRedirect(flowPageUrl(kind, visit, refused), kind.refusedStatus)
}

/** Answers 422 to a JSON client and redirects a browser. */
export function sendBrowserTo(visit: Visit, url: string): VisitResponse {
  if (visit.wantsJson) throw httpErrors.locationChange(url)
  return respondRedirect(url)
}

/** GET of a flow by its id, for the browser that started it. */
async function fetchFlow(core: Core, visit: Visit, kind: FlowDefinition): Promise<VisitResponse> {
  visit.csrf.ensureCookie()
  const flow = await findFlow(core.db, kind.kind, visit.query.get('id') ?? '')
  if (flow === null) throw httpErrors.notFound()
  if (!visit.csrf.matches(flow.csrfHash)) throw httpErrors.csrf(errorTexts.csrfReasons.otherBrowser)
  if (isFlowExpired(flow, visit.now)) throw expiredFlowError(visit, kind, flow, 'self_service_flow_expired')
  return respondJson(await kind.view(core, visit, flow))
}

interface FlowSteps {
  start(core: Core, visit: Visit): Promise<VisitResponse>
  submit(core: Core, visit: Visit): Promise<VisitResponse>
  /** Omitted: anybody who started the flow may read it. */
  readonly fetch?: (core: Core, visit: Visit) => Promise<VisitResponse>
}

/** The three addresses of every kind of flow: start it, read it, submit its form. */
export function createFlowRoutes(core: Core, kind: FlowDefinition, steps: FlowSteps): readonly VisitRoute[] {
  const { path } = kind
  const { start, submit, fetch = (own, visit) => fetchFlow(own, visit, kind) } = steps
  return [
    { methods: ['GET'], path: `${path}/browser`, json: 'accepts', run: (visit) => start(core, visit) },
    { methods: ['GET'], path: `${path}/flows`, json: 'always', run: (visit) => fetch(core, visit) },
    { methods: ['GET', 'POST'], path, json: 'speaks', acceptsForm: true, run: (visit) => submit(core, visit) },
  ]
}

export function expiredFlowError(visit: Visit, kind: FlowDefinition, flow: Flow, id?: string): HttpError {
  const start = `${visit.base}${kind.path}/browser`
  return new HttpError(410, {
    ...(id && { id }),
    reason: errorTexts.flowExpired,
    details: {
      redirect_to: flow.returnTo === null ? start : withQuery(start, { return_to: flow.returnTo }),
      return_to: flow.returnTo ?? '',
    },
  })
}

/** The flow that a submit names: 400 if it names none, 404 if there is no such flow. */
export async function requireSubmittedFlow(core: Core, visit: Visit, kind: FlowDefinition): Promise<Flow> {
  const id = visit.query.get('flow')
  if (id === null || !isUuid(id)) throw httpErrors.malformed(errorTexts.request.noFlowId)
  const flow = await findFlow(core.db, kind.kind, id)
  if (flow === null) throw httpErrors.notFound()
  return flow
}

/** Replaces an expired flow with a new one that shows a message about it. */
export async function replaceExpiredFlow(
  core: Core,
  visit: Visit,
  kind: FlowDefinition,
  flow: Flow,
): Promise<VisitResponse> {
  const { returnTo, refresh, requestedAal, identityId, requestUrl } = flow
  const flowFields = { returnTo, refresh, requestedAal, identityId, requestUrl }
  const replacement = await beginFlow(core, visit, kind, {
    ...flowFields,
    form: formWithMessages(kind.expiredMessage(flow.expiresAt)),
  })
  if (!visit.wantsJson) return respondRedirect(flowPageUrl(kind, visit, replacement))
  throw new HttpError(410, {
    id: 'self_service_flow_expired',
    reason: errorTexts.flowReplaced,
    root: {
      expired_at: flow.expiresAt.toISOString(),
      since: (visit.now.getTime() - flow.expiresAt.getTime()) * 1_000_000,
      use_flow_id: replacement.id,
    },
  })
}
