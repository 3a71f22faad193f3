import type { Core, FlowMethod, SettingsVisit } from '../../core.ts'
import { fieldsFromEntries, pickFields, type SubmittedFields } from '../../forms/fields.ts'
import { messages } from '../../forms/messages.ts'
import { httpErrors } from '../../forms/refusal.ts'
import type { SessionRecord } from '../../sessions/session.ts'
import { isFlowExpired, formWithMessages, type Flow } from '../flow.ts'
import { sendBrowserTo, refuseForm, replaceExpiredFlow, requireSubmittedFlow, flowSubmitUrl } from '../kind.ts'
import { respondRedirect, withQuery, type VisitResponse, type Visit } from '../visit.ts'
import { completeSettings } from './complete.ts'
import { settingsFlow, createSettingsVisit } from './flow.ts'
import { ensureFlowOwner, respondWithoutSession } from './start.ts'

const settingsPurpose = (flow: Flow): string => `settings ${flow.id}`

export async function submitSettings(core: Core, visit: Visit): Promise<VisitResponse> {
  const session = await visit.session()
  if (session === null) return respondWithoutSession(visit)
  const flow = await requireSubmittedFlow(core, visit, settingsFlow)
  ensureFlowOwner(flow, session)
  if (isFlowExpired(flow, visit.now)) return replaceExpiredFlow(core, visit, settingsFlow, flow)
  const resumed = visit.method === 'GET' ? await resumeFields(core, visit, flow, session) : undefined
  const form = createSettingsVisit(core, visit, flow, session, resumed)
  const method = core.methods.find(({ settings: part }) => part?.claims(form.fields))
  if (method === undefined) return refuseForm(core, visit, settingsFlow, flow, formWithMessages(messages.noSettingsMethod()))
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
      return pauseForSignIn(form, method.settings.keptFields)
    case 'saved':
      return completeSettings(form, method.id, outcome.identity, outcome.firstSteps)
  }
}

/** What was submitted waits, sealed, until the person has signed in again. */
async function pauseForSignIn(form: SettingsVisit, keeps: readonly string[]): Promise<VisitResponse> {
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
  const signIn = withQuery(`${visit.base}/self-service/login/browser`, { refresh: 'true', return_to: back })
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
