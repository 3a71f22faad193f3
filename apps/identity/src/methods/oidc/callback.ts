import type { Core } from '../../core.ts'
import { isExpired, type Flow } from '../../flows/flow.ts'
import { destinationOf, goneFlow, refuseForm, type Kind } from '../../flows/kind.ts'
import { login } from '../../flows/login/flow.ts'
import { registration } from '../../flows/registration/flow.ts'
import { settings, settingsVisit } from '../../flows/settings/flow.ts'
import { ensureOwner } from '../../flows/settings/start.ts'
import { redirect, withQuery, type Answer, type Route, type Visit } from '../../flows/visit.ts'
import { textOf } from '../../forms/fields.ts'
import { refusals } from '../../forms/refusal.ts'
import { findFlow } from '../../storage/flows.ts'
import { isJsonObject, type JsonObject } from '../../storage/json.ts'
import { arrive } from './arrive.ts'
import type { SocialProvider } from './provider.ts'
import { completeLink } from './settings.ts'
import { callbackUrl, providerFailed, purposeOf, type TypedTraits } from './start.ts'
import { openState, type SocialState } from './state.ts'

const kinds: Readonly<Record<SocialState['kind'], Kind>> = { login, registration, settings }
const path = '/self-service/methods/oidc/callback/:provider'
const parameterNames = ['code', 'state', 'iss', 'error', 'error_description'] as const

export const callbackRoutes = (core: Core, providers: readonly SocialProvider[]): readonly Route[] => [
  { methods: ['GET'], path, json: 'accepts', run: (visit) => receive(core, visit, providers) },
  { methods: ['POST'], path, json: 'accepts', takesForm: 'from-anywhere', run: repeatAsGet },
]

// A form that another site posts comes without our cookies; the same address, followed, comes with them.
async function repeatAsGet(visit: Visit): Promise<Answer> {
  const entries = parameterNames.flatMap((name) => {
    const value = textOf(visit.fields, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return redirect(withQuery(callbackUrl(visit.base, visit.params['provider'] ?? ''), Object.fromEntries(entries)), 302)
}

/** A return from a provider that this browser was sent to by us, for a flow that still runs. */
interface Returned {
  readonly provider: SocialProvider
  readonly kind: Kind
  readonly flow: Flow
  readonly sealed: string
  readonly state: SocialState
  readonly typed: TypedTraits
}

async function receive(core: Core, visit: Visit, providers: readonly SocialProvider[]): Promise<Answer> {
  const returned = await recognise(core, visit, providers)
  const { provider, flow, typed } = returned
  const failure = visit.query.get('error')
  if (failure !== null) return fail(core, visit, returned, failureText(provider, failure))
  if (!visit.query.get('code')) return fail(core, visit, returned, `${provider.label} sent no code.`)
  const session = await visit.session()
  if (flow.kind !== 'settings' && !flow.refresh && session !== null) return redirect(destinationOf(visit, flow))
  const { sealed, state } = returned
  const url = new URL(`${callbackUrl(visit.base, provider.id)}?${visit.query.toString()}`)
  const proven = await provider.personBehind({ url, state: sealed, nonce: state.nonce, verifier: state.verifier })
  if (!proven.ok) return fail(core, visit, returned, `${provider.label} could not tell who you are.`)
  if (flow.kind !== 'settings') {
    return arrive({ core, visit, flow }, { provider, person: proven.value, typed, providers })
  }
  if (session === null) throw refusals.noSession()
  ensureOwner(flow, session)
  return completeLink(settingsVisit(core, visit, flow, session), provider, proven.value)
}

/** Everything that must hold before the flow is touched; what does not ends on the error page. */
async function recognise(core: Core, visit: Visit, providers: readonly SocialProvider[]): Promise<Returned> {
  const sealed = visit.query.get('state') ?? ''
  const state = openState(core.sealer, sealed)
  if (state === null) throw refusals.malformed('The return from the provider bears no state of ours.')
  if (state.providerId !== visit.params['provider']) {
    throw refusals.malformed('The return is from another provider than the one that was asked.')
  }
  const provider = providers.find(({ id }) => id === state.providerId)
  if (provider === undefined) throw refusals.notFound()
  const kind = kinds[state.kind]
  const flow = await findFlow(core.db, state.kind, state.flowId)
  if (flow === null) throw refusals.notFound()
  if (isExpired(flow, visit.now)) throw goneFlow(visit, kind, flow, 'self_service_flow_expired')
  const payload = await core.continuity.resume({
    cookies: visit.cookies,
    purpose: purposeOf(flow),
    identityId: flow.kind === 'settings' ? ((await visit.session())?.identity.id ?? null) : null,
    now: visit.now,
  })
  if (payload === null) throw refusals.malformed('This browser did not begin this, or too long ago. Please try again.')
  if (payload['state'] !== sealed) throw refusals.malformed('The return is not that of the last attempt.')
  return { provider, kind, flow, sealed, state, typed: typedIn(payload) }
}

function typedIn({ typed }: JsonObject): TypedTraits {
  const entries = isJsonObject(typed) ? Object.entries(typed) : []
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

const failureText = ({ label }: SocialProvider, error: string): string =>
  error === 'access_denied' ? `The sign-in with ${label} was cancelled.` : `${label} refused the sign-in.`

function fail(core: Core, visit: Visit, { kind, flow, provider, typed }: Returned, reason: string): Promise<Answer> {
  const { address } = visit.device
  core.options.audit({ kind: 'sign-in-refused', method: 'oidc', provider: provider.id, reason, address })
  const again: Flow = flow.kind === 'settings' ? { ...flow, state: 'show_form' } : flow
  return refuseForm(core, visit, { ...kind, refusedStatus: 303 }, again, providerFailed(reason, typed), 'oidc')
}
