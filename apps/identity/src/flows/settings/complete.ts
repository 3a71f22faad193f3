import { messages } from '../../forms/messages.ts'
import type { IdentityRecord } from '../../identities/identity.ts'
import type { FlowMethod, SettingsVisit } from '../../core.ts'
import { reissueSessionCookie } from '../../sessions/sign-in.ts'
import { formWithMessages } from '../flow.ts'
import { resolveFlowDestination, flowPageUrl, updateFlow } from '../kind.ts'
import { respondJson, respondRedirect, type VisitResponse } from '../visit.ts'
import { settingsFlow, renderSettings } from './flow.ts'

/** The change is stored: the same flow says so. Also for a callback that ends in a link. */
export async function completeSettings(
  form: SettingsVisit,
  active: FlowMethod['id'],
  identity: IdentityRecord,
  firstSteps: readonly object[] = [],
): Promise<VisitResponse> {
  const { core, visit, session } = form
  reissueSessionCookie(visit, session)
  const flow = await updateFlow(core, visit, form.flow, { state: 'success', active, form: formWithMessages(messages.saved()) })
  const destination = flow.returnTo === null ? flowPageUrl(settingsFlow, visit, flow) : resolveFlowDestination(visit, flow)
  if (!visit.wantsJson) return respondRedirect(destination)
  const next = { action: 'redirect_browser_to', redirect_browser_to: destination }
  return respondJson({ ...(await renderSettings({ ...form, flow, identity })), continue_with: [...firstSteps, next] })
}
