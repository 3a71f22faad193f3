import type { Core, FormVisit, LeaveOutcome, RefusedOutcome } from '../../core/core.ts'
import type { Visit } from '../../core/visit.ts'
import { randomAlphanumeric, type Sealer } from '../../protocol/crypto.ts'
import { httpErrors } from '../../protocol/errors.ts'
import { readTextField, type SubmittedFields } from '../../protocol/fields.ts'
import { type Flow, type FormState, formWithMessages } from '../../protocol/flow.ts'
import { isJsonObject } from '../../protocol/json.ts'
import { messages } from '../../protocol/messages.ts'
import { errorTexts } from '../../texts/errors.ts'
import type { OidcProvider } from './provider.ts'

/** The data that travels to the provider and back, sealed so that only we can read it. */
export interface SocialState {
  readonly flowId: string
  readonly kind: 'login' | 'registration' | 'settings'
  readonly providerId: string
  readonly nonce: string
  /** Null if the provider does not support PKCE. */
  readonly verifier: string | null
}

const statePurpose = 'social state'
const maxStateLength = 4096

export const sealSocialState = (sealer: Sealer, state: SocialState): string =>
  sealer.seal(statePurpose, JSON.stringify(state))

/** Null if the state was not sealed by us. */
export function openSocialState(sealer: Sealer, sealed: string): SocialState | null {
  if (sealed.length > maxStateLength) return null
  const text = sealer.open(statePurpose, sealed)
  const state: unknown = text === null ? null : JSON.parse(text)
  return isSocialState(state) ? state : null
}

function isSocialState(value: unknown): value is SocialState {
  if (!isJsonObject(value)) return false
  const { flowId, kind, providerId, nonce, verifier } = value
  return (
    [flowId, providerId, nonce].every((text) => typeof text === 'string') &&
    (kind === 'login' || kind === 'registration' || kind === 'settings') &&
    (verifier === null || typeof verifier === 'string')
  )
}

const upstreamParameterNames = ['hd', 'prompt', 'auth_type', 'acr_values', 'login_hint'] as const
const maxUpstreamParameterLength = 500

/** The traits that were typed before leaving, to be merged with those of the provider. */
export type TypedTraits = Readonly<Record<string, string>>

export const socialPurpose = (flow: Flow): string => `social ${flow.id}`

export const callbackUrl = (base: string, providerId: string): string =>
  `${base}/self-service/methods/oidc/callback/${encodeURIComponent(providerId)}`

/** Builds a form that reports the provider's error and keeps what was typed. */
export function providerErrorForm(reason: string, typed: TypedTraits = {}): FormState {
  const fields = Object.entries(typed).map(([name, value]) => [`traits.${name}`, { value }] as const)
  return { ...formWithMessages(messages.generic(reason)), fields: Object.fromEntries(fields) }
}

function readUpstreamParameters(fields: SubmittedFields): Record<string, string> {
  const parameters: Record<string, string> = {}
  for (const name of upstreamParameterNames) {
    const value = readTextField(fields, `upstream_parameters.${name}`)
    if (value !== undefined && value.length > maxUpstreamParameterLength)
      throw httpErrors.malformed(errorTexts.request.parameterTooLong(name))
    if (value !== undefined) parameters[name] = value
  }
  return parameters
}

/** Sends the person to the provider and stores what the callback needs. */
export async function redirectToProvider(
  provider: OidcProvider,
  { core, visit, flow }: FormVisit,
  fields: SubmittedFields,
  typed: TypedTraits = {},
): Promise<LeaveOutcome | RefusedOutcome> {
  const nonce = randomAlphanumeric(32)
  const authorizationUrl = await provider.beginAuthorization({
    redirectUri: callbackUrl(visit.base, provider.id),
    nonce,
    extraParameters: { ...readUpstreamParameters(fields), ...(flow.refresh && { prompt: 'login' }) },
    createState: (verifier) =>
      sealSocialState(core.sealer, toSocialState(flow, { providerId: provider.id, nonce, verifier })),
  })
  if (!authorizationUrl.ok) {
    return { kind: 'refused', form: providerErrorForm(`${provider.label} cannot be reached just now.`, typed) }
  }
  const { url, state } = authorizationUrl.value
  await pauseForProvider(core, visit, flow, state, typed)
  return { kind: 'leave', url }
}

function toSocialState(flow: Flow, rest: Omit<SocialState, 'flowId' | 'kind'>): SocialState {
  if (flow.kind === 'recovery' || flow.kind === 'verification') throw new Error(`${flow.kind} has no social providers`)
  return { flowId: flow.id, kind: flow.kind, ...rest }
}

const pauseForProvider = (core: Core, visit: Visit, flow: Flow, state: string, typed: TypedTraits): Promise<void> =>
  core.continuity.pause({
    cookies: visit.cookies,
    purpose: socialPurpose(flow),
    payload: { state, typed: { ...typed } },
    // A link belongs to the person who requested it; before a sign-in nobody is known yet.
    identityId: flow.kind === 'settings' ? flow.identityId : null,
    lifespanMs: core.lifespans.socialPauseMs,
    now: visit.now,
  })

/** The protocol sends no token with a social button, so the CSRF cookie must show that the flow is this browser's. */
export function ensureSameBrowser({ visit, flow }: FormVisit): void {
  if (!visit.csrf.matches(flow.csrfHash)) throw httpErrors.csrf(errorTexts.csrfReasons.otherBrowser)
}
