import type { Core } from '../../core/core.ts'
import { expiredFlowError, type FlowDefinition, refuseForm, resolveFlowDestination } from '../../core/flow-lifecycle.ts'
import { respondRedirect, type Visit, type VisitResponse, type VisitRoute, withQuery } from '../../core/visit.ts'
import { loginFlow } from '../../flows/login.ts'
import { registrationFlow } from '../../flows/registration.ts'
import { createSettingsVisit, ensureFlowOwner, settingsFlow } from '../../flows/settings.ts'
import { httpErrors } from '../../protocol/errors.ts'
import { readTextField } from '../../protocol/fields.ts'
import { type Flow, isFlowExpired } from '../../protocol/flow.ts'
import { isJsonObject, type JsonObject } from '../../protocol/json.ts'
import { ensureSecondStep } from '../../sessions/second-step.ts'
import { findFlow } from '../../storage/flow-store.ts'
import { messageTexts } from '../../texts/messages.ts'
import { errorTexts } from '../../texts/errors.ts'
import {
  callbackUrl,
  openSocialState,
  providerErrorForm,
  socialPurpose,
  type SocialState,
  type TypedTraits,
} from './authorization.ts'
import type { OidcProvider } from './provider.ts'
import { completeLink } from './settings.ts'
import { completeSocialSignIn } from './sign-in.ts'

const flowsByKind: Readonly<Record<SocialState['kind'], FlowDefinition>> = {
  login: loginFlow,
  registration: registrationFlow,
  settings: settingsFlow,
}
const callbackPath = '/self-service/methods/oidc/callback/:provider'
const callbackParameters = ['code', 'state', 'iss', 'error', 'error_description'] as const

export const callbackRoutes = (core: Core, providers: readonly OidcProvider[]): readonly VisitRoute[] => [
  { methods: ['GET'], path: callbackPath, json: 'accepts', run: (visit) => handleCallback(core, visit, providers) },
  { methods: ['POST'], path: callbackPath, json: 'accepts', acceptsForm: 'from-anywhere', run: repeatAsGet },
]

// A form that another site posts arrives without our cookies; a GET of the same URL carries them.
async function repeatAsGet(visit: Visit): Promise<VisitResponse> {
  const entries = callbackParameters.flatMap((name) => {
    const value = readTextField(visit.fields, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return respondRedirect(
    withQuery(callbackUrl(visit.base, visit.params['provider'] ?? ''), Object.fromEntries(entries)),
    302,
  )
}

/** A callback for a running flow from a provider that we sent this browser to. */
interface VerifiedCallback {
  readonly provider: OidcProvider
  readonly kind: FlowDefinition
  readonly flow: Flow
  readonly sealed: string
  readonly state: SocialState
  readonly typed: TypedTraits
}

async function handleCallback(core: Core, visit: Visit, providers: readonly OidcProvider[]): Promise<VisitResponse> {
  const returned = await verifyCallback(core, visit, providers)
  const { provider, flow, typed } = returned
  const failure = visit.query.get('error')
  if (failure !== null) return failCallback(core, visit, returned, failureText(provider, failure))
  if (!visit.query.get('code')) return failCallback(core, visit, returned, messageTexts.providerFailed(provider.label))
  const session = await visit.session()
  if (flow.kind !== 'settings' && !flow.refresh && session !== null)
    return respondRedirect(resolveFlowDestination(visit, flow))
  const { sealed, state } = returned
  const url = new URL(`${callbackUrl(visit.base, provider.id)}?${visit.query.toString()}`)
  const proven = await provider.completeAuthorization({
    url,
    state: sealed,
    nonce: state.nonce,
    verifier: state.verifier,
  })
  if (!proven.ok) return failCallback(core, visit, returned, messageTexts.providerFailed(provider.label))
  if (flow.kind !== 'settings') {
    return completeSocialSignIn({ core, visit, flow }, { provider, person: proven.value, typed, providers })
  }
  if (session === null) throw httpErrors.noSession()
  ensureFlowOwner(flow, session)
  ensureSecondStep(visit, session)
  return completeLink(createSettingsVisit(core, visit, flow, session), provider, proven.value)
}

/** Checks everything before the flow is touched; a failed check ends on the error page. */
async function verifyCallback(core: Core, visit: Visit, providers: readonly OidcProvider[]): Promise<VerifiedCallback> {
  const sealed = visit.query.get('state') ?? ''
  const state = openSocialState(core.sealer, sealed)
  if (state === null) throw httpErrors.malformed(errorTexts.callback.noState)
  if (state.providerId !== visit.params['provider']) {
    throw httpErrors.malformed(errorTexts.callback.otherProvider)
  }
  const provider = providers.find(({ id }) => id === state.providerId)
  if (provider === undefined) throw httpErrors.notFound()
  const kind = flowsByKind[state.kind]
  const flow = await findFlow(core.db, state.kind, state.flowId)
  if (flow === null) throw httpErrors.notFound()
  if (isFlowExpired(flow, visit.now)) throw expiredFlowError(visit, kind, flow, 'self_service_flow_expired')
  const payload = await core.continuity.resume({
    cookies: visit.cookies,
    purpose: socialPurpose(flow),
    identityId: flow.kind === 'settings' ? ((await visit.session())?.identity.id ?? null) : null,
    now: visit.now,
  })
  if (payload === null) throw httpErrors.malformed(errorTexts.callback.notStartedHere)
  if (payload['state'] !== sealed) throw httpErrors.malformed(errorTexts.callback.notLastAttempt)
  return { provider, kind, flow, sealed, state, typed: readTypedTraits(payload) }
}

function readTypedTraits({ typed }: JsonObject): TypedTraits {
  const entries = isJsonObject(typed) ? Object.entries(typed) : []
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

const failureText = ({ label }: OidcProvider, error: string): string =>
  error === 'access_denied' ? messageTexts.providerCanceled(label) : messageTexts.providerRefused(label)

function failCallback(
  core: Core,
  visit: Visit,
  { kind, flow, provider, typed }: VerifiedCallback,
  reason: string,
): Promise<VisitResponse> {
  const { address } = visit.device
  core.options.audit({ kind: 'sign-in-refused', method: 'oidc', provider: provider.id, reason, address })
  const shownFlow: Flow = flow.kind === 'settings' ? { ...flow, state: 'show_form' } : flow
  return refuseForm(core, visit, { ...kind, refusedStatus: 303 }, shownFlow, providerErrorForm(reason, typed), 'oidc')
}
