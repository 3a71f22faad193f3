import type { Core, SettingsVisit } from '../../core.ts'
import { messages } from '../../forms/messages.ts'
import { noFields, type Fields } from '../../forms/fields.ts'
import type { Node } from '../../forms/nodes.ts'
import { refusals } from '../../forms/refusal.ts'
import { identityView } from '../../identities/identity.ts'
import { isPrivileged, type SessionRecord } from '../../sessions/session.ts'
import type { Flow } from '../flow.ts'
import type { Kind } from '../kind.ts'
import { byGroup, flowFrame, sortNodes, tokenNode } from '../view.ts'
import type { Visit } from '../visit.ts'

export const settings: Kind = {
  kind: 'settings',
  path: '/self-service/settings',
  firstState: 'show_form',
  page: (pages) => pages.settings,
  expired: messages.settingsExpired,
  refusedStatus: 303,
  async view(core, visit, flow) {
    const session = await visit.session()
    if (session === null) throw refusals.noSession()
    return settingsView(settingsVisit(core, visit, flow, session))
  },
}

export function settingsVisit(
  core: Core,
  visit: Visit,
  flow: Flow,
  session: SessionRecord,
  resumed?: Fields,
): SettingsVisit {
  const fields = resumed ?? visit.fields
  return {
    core,
    visit,
    flow,
    identity: session.identity,
    session,
    fields: visit.method === 'GET' && resumed === undefined ? noFields : fields,
    ensureCsrf() {
      if (resumed !== undefined) return
      const token = fields.get('csrf_token')
      visit.csrf.ensure(typeof token === 'string' ? token : undefined)
    },
    isPrivileged: isPrivileged(session, visit.now, core.lifespans.privilegedMs),
  }
}

export async function settingsView(form: SettingsVisit): Promise<object> {
  return {
    ...flowFrame(settings, form.visit, form.flow, await nodesOf(form)),
    identity: identityView(form.identity, form.visit.base),
  }
}

async function nodesOf(form: SettingsVisit): Promise<Node[]> {
  let nodes = [tokenNode(form.visit)]
  for (const { settings: part } of form.core.methods) if (part) nodes.push(...(await part.nodes(form)))
  nodes = sortNodes(nodes, byGroup('default', 'profile', 'password', 'oidc'))
  for (const { settings: part } of form.core.methods) nodes = (await part?.arrange?.(form, nodes)) ?? nodes
  return nodes
}
