import type { Core, Method, SettingsVisit } from '../../core.ts'
import { fieldsFromEntries, pickFields, type Fields } from '../../forms/fields.ts'
import { messages } from '../../forms/messages.ts'
import { refusals } from '../../forms/refusal.ts'
import type { SessionRecord } from '../../sessions/session.ts'
import { isExpired, say, type Flow } from '../flow.ts'
import { leave, refuseForm, replaceExpired, submittedFlow, submitUrl } from '../kind.ts'
import { redirect, withQuery, type Answer, type Visit } from '../visit.ts'
import { completeSettings } from './complete.ts'
import { settings, settingsVisit } from './flow.ts'
import { ensureOwner, withoutSession } from './start.ts'

const purposeOf = (flow: Flow): string => `settings ${flow.id}`

export async function submitSettings(core: Core, visit: Visit): Promise<Answer> {
  const session = await visit.session()
  if (session === null) return withoutSession(visit)
  const flow = await submittedFlow(core, visit, settings)
  ensureOwner(flow, session)
  if (isExpired(flow, visit.now)) return replaceExpired(core, visit, settings, flow)
  const resumed = visit.method === 'GET' ? await resumedFields(core, visit, flow, session) : undefined
  const form = settingsVisit(core, visit, flow, session, resumed)
  const method = core.methods.find(({ settings: part }) => part?.claims(form.fields))
  if (method === undefined) return refuseForm(core, visit, settings, flow, say(messages.noSettingsMethod()))
  return applySettings(form, method)
}

async function applySettings(form: SettingsVisit, method: Method): Promise<Answer> {
  const { core, visit, flow } = form
  if (method.settings === undefined) throw new Error(`${method.id} has no settings`)
  const outcome = await method.settings.submit(form)
  switch (outcome.kind) {
    case 'leave':
      return leave(visit, outcome.url)
    case 'refused':
      return refuseForm(core, visit, settings, { ...flow, state: 'show_form' }, outcome.form, method.id)
    case 'refresh-required':
      return pauseForSignIn(form, method.settings.keeps)
    case 'saved':
      return completeSettings(form, method.id, outcome.identity, outcome.firstSteps)
  }
}

/** What was submitted waits, sealed, until the person has signed in again. */
async function pauseForSignIn(form: SettingsVisit, keeps: readonly string[]): Promise<Answer> {
  const { core, visit, flow, session } = form
  await core.continuity.pause({
    cookies: visit.cookies,
    purpose: purposeOf(flow),
    payload: Object.fromEntries(pickFields(form.fields, keeps)),
    identityId: session.identity.id,
    lifespanMs: core.lifespans.settingsPauseMs,
    now: visit.now,
  })
  const back = submitUrl(settings, visit, flow)
  const signIn = withQuery(`${visit.base}/self-service/login/browser`, { refresh: 'true', return_to: back })
  if (visit.wantsJson) throw refusals.refreshRequired(signIn)
  return redirect(signIn)
}

async function resumedFields(
  core: Core,
  visit: Visit,
  flow: Flow,
  session: SessionRecord,
): Promise<Fields | undefined> {
  const payload = await core.continuity.resume({
    cookies: visit.cookies,
    purpose: purposeOf(flow),
    identityId: session.identity.id,
    now: visit.now,
  })
  if (payload === null) return undefined
  const entries = Object.entries(payload).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return fieldsFromEntries(entries)
}
