import { randomUUID } from 'node:crypto'
import type { Core } from '../core.ts'
import type { Message } from '../forms/messages.ts'
import { refusals, Refusal } from '../forms/refusal.ts'
import { allowedReturn } from '../forms/return-to.ts'
import type { Pages } from '../options.ts'
import { findFlow, insertFlow, saveFlow } from '../storage/flows.ts'
import { isUuid } from '../storage/ids.ts'
import { emptyForm, isExpired, say, type Flow, type FlowKind, type FlowState, type FormState } from './flow.ts'
import { json, redirect, withQuery, type Answer, type Visit } from './visit.ts'

/** What makes one kind of flow differ from another, where all kinds do the same. */
export interface Kind {
  readonly kind: FlowKind
  /** Under the base: the submit's path. */
  readonly path: string
  readonly firstState: FlowState
  page(pages: Pages): string
  readonly expired: (at: Date) => Message
  /** The browser's redirect after a refused form. */
  readonly refusedStatus: 302 | 303
  view(core: Core, visit: Visit, flow: Flow): Promise<object>
}

/** The return_to of a start as it was sent, or null without a wish. Throws where it does not lead to us. */
export function requestedReturn(visit: Visit): string | null {
  const wanted = visit.query.get('return_to')
  if (wanted === null || wanted === '') return null
  // PostgreSQL stores no NUL, though an address could bear one.
  const isOurs = !wanted.includes('\0') && allowedReturn(wanted, visit.returnRules) !== null
  if (!isOurs) throw refusals.returnForbidden()
  return wanted
}

/** Where a wish leads, checked again: what is allowed may have changed since it was made. */
export const followReturn = (visit: Visit, returnTo: string | null): string =>
  (returnTo === null ? null : allowedReturn(returnTo, visit.returnRules)) ?? visit.pages.home

/** Where a completed flow leads. */
export const destinationOf = (visit: Visit, flow: Flow): string => followReturn(visit, flow.returnTo)

export const pageOf = (kind: Kind, visit: Visit, flow: Flow): string =>
  withQuery(kind.page(visit.pages), { flow: flow.id })

export const submitUrl = (kind: Kind, visit: Visit, flow: Flow): string =>
  withQuery(visit.base + kind.path, { flow: flow.id })

type Begin = Partial<Omit<Flow, 'id' | 'kind' | 'csrfHash'>>

export async function beginFlow(core: Core, visit: Visit, kind: Kind, begin: Begin = {}): Promise<Flow> {
  const { now } = visit
  visit.csrf.prepare()
  const flow: Flow = {
    id: randomUUID(),
    kind: kind.kind,
    state: kind.firstState,
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
export async function presentFlow(core: Core, visit: Visit, kind: Kind, flow: Flow): Promise<Answer> {
  return visit.wantsJson ? json(await kind.view(core, visit, flow)) : redirect(pageOf(kind, visit, flow))
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
  kind: Kind,
  flow: Flow,
  form: FormState,
  active: string | null = flow.active,
): Promise<Answer> {
  const refused = await updateFlow(core, visit, flow, { form, active })
  if (visit.wantsJson) return json(await kind.view(core, visit, refused), 400)
  return redirect(pageOf(kind, visit, refused), kind.refusedStatus)
}

/** 422 for a script, a redirect for a browser. */
export function leave(visit: Visit, url: string): Answer {
  if (visit.wantsJson) throw refusals.locationChange(url)
  return redirect(url)
}

/** GET of a flow by its id, for the browser that started it. */
export async function fetchFlow(core: Core, visit: Visit, kind: Kind): Promise<Answer> {
  visit.csrf.prepare()
  const flow = await findFlow(core.db, kind.kind, visit.query.get('id') ?? '')
  if (flow === null) throw refusals.notFound()
  if (!visit.csrf.matches(flow.csrfHash)) throw refusals.csrf('The flow was started by another browser.')
  if (isExpired(flow, visit.now)) throw goneFlow(visit, kind, flow, 'self_service_flow_expired')
  return json(await kind.view(core, visit, flow))
}

export function goneFlow(visit: Visit, kind: Kind, flow: Flow, id?: string): Refusal {
  const start = `${visit.base}${kind.path}/browser`
  return new Refusal(410, {
    ...(id && { id }),
    reason: 'The form has expired. Please start again.',
    details: {
      redirect_to: flow.returnTo === null ? start : withQuery(start, { return_to: flow.returnTo }),
      return_to: flow.returnTo ?? '',
    },
  })
}

/** The flow that a submit names: 400 where it names none, 404 where there is none. */
export async function submittedFlow(core: Core, visit: Visit, kind: Kind): Promise<Flow> {
  const id = visit.query.get('flow')
  if (id === null || !isUuid(id)) throw refusals.malformed('The address of a submit must name its flow.')
  const flow = await findFlow(core.db, kind.kind, id)
  if (flow === null) throw refusals.notFound()
  return flow
}

/** An expired form's submit: a new flow takes its place, and says so. */
export async function replaceExpired(core: Core, visit: Visit, kind: Kind, flow: Flow): Promise<Answer> {
  const { returnTo, refresh, requestedAal, identityId, requestUrl } = flow
  const begin = { returnTo, refresh, requestedAal, identityId, requestUrl }
  const replacement = await beginFlow(core, visit, kind, { ...begin, form: say(kind.expired(flow.expiresAt)) })
  if (!visit.wantsJson) return redirect(pageOf(kind, visit, replacement))
  throw new Refusal(410, {
    id: 'self_service_flow_expired',
    reason: 'The form has expired. A new one has taken its place.',
    root: {
      expired_at: flow.expiresAt.toISOString(),
      since: (visit.now.getTime() - flow.expiresAt.getTime()) * 1_000_000,
      use_flow_id: replacement.id,
    },
  })
}
