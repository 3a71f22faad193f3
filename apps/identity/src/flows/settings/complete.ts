import { messages } from '../../forms/messages.ts'
import type { IdentityRecord } from '../../identities/identity.ts'
import type { Method, SettingsVisit } from '../../core.ts'
import { reissueCookie } from '../../sessions/sign-in.ts'
import { say } from '../flow.ts'
import { destinationOf, pageOf, updateFlow } from '../kind.ts'
import { json, redirect, type Answer } from '../visit.ts'
import { settings, settingsView } from './flow.ts'

/** The change is stored: the same flow says so. Also for a callback that ends in a link. */
export async function completeSettings(
  form: SettingsVisit,
  active: Method['id'],
  identity: IdentityRecord,
  firstSteps: readonly object[] = [],
): Promise<Answer> {
  const { core, visit, session } = form
  reissueCookie(visit, session)
  const flow = await updateFlow(core, visit, form.flow, { state: 'success', active, form: say(messages.saved()) })
  const destination = flow.returnTo === null ? pageOf(settings, visit, flow) : destinationOf(visit, flow)
  if (!visit.wantsJson) return redirect(destination)
  const next = { action: 'redirect_browser_to', redirect_browser_to: destination }
  return json({ ...(await settingsView({ ...form, flow, identity })), continue_with: [...firstSteps, next] })
}
