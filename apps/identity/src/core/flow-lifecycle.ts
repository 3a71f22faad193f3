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
import type { Core } from './core.ts'
import type { PageUrls } from './options.ts'
import { respondJson, respondRedirect, type Visit, type VisitResponse, withQuery } from './visit.ts'

/** What makes one kind of flow differ from another, where all kinds do the same. */
export interface FlowDefinition {
  readonly kind: FlowKind
  /** Under the base: the submit's path. */
  readonly path: string
  readonly initialState: FlowState
  pageUrl(pages: PageUrls): string
  readonly expiredMessage: (at: Date) => Message
  /** The browser's redirect after a refused form. */
  readonly refusedStatus: 302 | 303
  view(core: Core, visit: Visit, flow: Flow): Promise<object>
}

/** The return_to of a start as it was sent, or null without a wish. Throws where it does not lead to us. */
export function readReturnTo(visit: Visit): string | null {
  const wanted = visit.query.get('return_to')
  if (wanted === null || wanted === '') return null
  // PostgreSQL stores no NUL, though an address could bear one.
  const isOurs = !wanted.includes('\0') && resolveAllowedReturn(wanted, visit.returnRules) !== null
  if (!isOurs) throw httpErrors.returnForbidden()
  return wanted
}

/** Where a wish leads, checked again: what is allowed may have changed since it was made. */
export const resolveReturnTo = (visit: Visit, returnTo: string | null): string =>
  (returnTo === null ? null : resolveAllowedReturn(returnTo, visit.returnRules)) ?? visit.pages.home

/** Where a completed flow leads. */
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
  begin: NewFlowFields = {},
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
    ...begin,
  }
  await insertFlow(core.db, flow)
  return flow
}

/** A started flow: itself in JSON, its page for a browser. */
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

export async function updateFlow(core: Core, visit: Visit, flow: Flow, change: Partial<Flow>): Promise<Flow> {
  const changed = { ...flow, ...change, updatedAt: visit.now }
  await saveFlow(core.db, changed)
  return changed
}

/** The form goes back to the person with what is wrong about it; what was said before is gone. */
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

/** 422 for a script, a redirect for a browser. */
export function sendBrowserTo(visit: Visit, url: string): VisitResponse {
  if (visit.wantsJson) throw httpErrors.locationChange(url)
  return respondRedirect(url)
}

/** GET of a flow by its id, for the browser that started it. */
export async function fetchFlow(core: Core, visit: Visit, kind: FlowDefinition): Promise<VisitResponse> {
  visit.csrf.ensureCookie()
  const flow = await findFlow(core.db, kind.kind, visit.query.get('id') ?? '')
  if (flow === null) throw httpErrors.notFound()
  if (!visit.csrf.matches(flow.csrfHash)) throw httpErrors.csrf('The flow was started by another browser.')
  if (isFlowExpired(flow, visit.now)) throw expiredFlowError(visit, kind, flow, 'self_service_flow_expired')
  return respondJson(await kind.view(core, visit, flow))
}

export function expiredFlowError(visit: Visit, kind: FlowDefinition, flow: Flow, id?: string): HttpError {
  const start = `${visit.base}${kind.path}/browser`
  return new HttpError(410, {
    ...(id && { id }),
    reason: 'The form has expired. Please start again.',
    details: {
      redirect_to: flow.returnTo === null ? start : withQuery(start, { return_to: flow.returnTo }),
      return_to: flow.returnTo ?? '',
    },
  })
}

/** The flow that a submit names: 400 where it names none, 404 where there is none. */
export async function requireSubmittedFlow(core: Core, visit: Visit, kind: FlowDefinition): Promise<Flow> {
  const id = visit.query.get('flow')
  if (id === null || !isUuid(id)) throw httpErrors.malformed('The address of a submit must name its flow.')
  const flow = await findFlow(core.db, kind.kind, id)
  if (flow === null) throw httpErrors.notFound()
  return flow
}

/** An expired form's submit: a new flow takes its place, and says so. */
export async function replaceExpiredFlow(
  core: Core,
  visit: Visit,
  kind: FlowDefinition,
  flow: Flow,
): Promise<VisitResponse> {
  const { returnTo, refresh, requestedAal, identityId, requestUrl } = flow
  const begin = { returnTo, refresh, requestedAal, identityId, requestUrl }
  const replacement = await beginFlow(core, visit, kind, {
    ...begin,
    form: formWithMessages(kind.expiredMessage(flow.expiresAt)),
  })
  if (!visit.wantsJson) return respondRedirect(flowPageUrl(kind, visit, replacement))
  throw new HttpError(410, {
    id: 'self_service_flow_expired',
    reason: 'The form has expired. A new one has taken its place.',
    root: {
      expired_at: flow.expiresAt.toISOString(),
      since: (visit.now.getTime() - flow.expiresAt.getTime()) * 1_000_000,
      use_flow_id: replacement.id,
    },
  })
}
