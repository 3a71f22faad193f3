import type { Core, SettingsVisit } from '../../core.ts'
import { messages } from '../../forms/messages.ts'
import { emptyFields, type SubmittedFields } from '../../forms/fields.ts'
import type { UiNode } from '../../forms/nodes.ts'
import { httpErrors } from '../../forms/refusal.ts'
import { toIdentityView } from '../../identities/identity.ts'
import { isSessionPrivileged, type SessionRecord } from '../../sessions/session.ts'
import type { Flow } from '../flow.ts'
import type { FlowDefinition } from '../kind.ts'
import { rankByGroup, renderFlow, sortNodes, renderCsrfNode } from '../view.ts'
import type { Visit } from '../visit.ts'

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
  }
}

export async function renderSettings(form: SettingsVisit): Promise<object> {
  return {
    ...renderFlow(settingsFlow, form.visit, form.flow, await buildSettingsNodes(form)),
    identity: toIdentityView(form.identity, form.visit.base),
  }
}

async function buildSettingsNodes(form: SettingsVisit): Promise<UiNode[]> {
  let nodes = [renderCsrfNode(form.visit)]
  for (const { settings: part } of form.core.methods) if (part) nodes.push(...(await part.nodes(form)))
  nodes = sortNodes(nodes, rankByGroup('default', 'profile', 'password', 'oidc'))
  for (const { settings: part } of form.core.methods) nodes = (await part?.arrange?.(form, nodes)) ?? nodes
  return nodes
}
