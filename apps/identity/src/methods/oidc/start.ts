import type { Core, FormVisit, Leave, Refused } from '../../core.ts'
import { say, type Flow, type FormState } from '../../flows/flow.ts'
import type { Visit } from '../../flows/visit.ts'
import { textOf, type Fields } from '../../forms/fields.ts'
import { messages } from '../../forms/messages.ts'
import { refusals } from '../../forms/refusal.ts'
import { randomAlphanumeric } from '../../storage/ids.ts'
import type { SocialProvider } from './provider.ts'
import { sealState, type SocialState } from './state.ts'

const wishNames = ['hd', 'prompt', 'auth_type', 'acr_values', 'login_hint'] as const
const wishLength = 500

/** What was typed before leaving, to be merged with what the provider tells. */
export type TypedTraits = Readonly<Record<string, string>>

export const purposeOf = (flow: Flow): string => `social ${flow.id}`

export const callbackUrl = (base: string, providerId: string): string =>
  `${base}/self-service/methods/oidc/callback/${encodeURIComponent(providerId)}`

/** A form that says what went wrong at the provider, and still holds what was typed. */
export function providerFailed(reason: string, typed: TypedTraits = {}): FormState {
  const fields = Object.entries(typed).map(([name, value]) => [`traits.${name}`, { value }] as const)
  return { ...say(messages.generic(reason)), fields: Object.fromEntries(fields) }
}

function wishesIn(fields: Fields): Record<string, string> {
  const wishes: Record<string, string> = {}
  for (const name of wishNames) {
    const value = textOf(fields, `upstream_parameters.${name}`)
    if (value !== undefined && value.length > wishLength) throw refusals.malformed(`The wish ${name} is too long.`)
    if (value !== undefined) wishes[name] = value
  }
  return wishes
}

/** The person goes to the provider; what the callback will need waits here. */
export async function leaveFor(
  provider: SocialProvider,
  { core, visit, flow }: FormVisit,
  fields: Fields,
  typed: TypedTraits = {},
): Promise<Leave | Refused> {
  const nonce = randomAlphanumeric(32)
  const departed = await provider.depart({
    redirectUri: callbackUrl(visit.base, provider.id),
    nonce,
    wishes: { ...wishesIn(fields), ...(flow.refresh && { prompt: 'login' }) },
    stateWith: (verifier) => sealState(core.sealer, stateOf(flow, { providerId: provider.id, nonce, verifier })),
  })
  if (!departed.ok) {
    return { kind: 'refused', form: providerFailed(`${provider.label} cannot be reached just now.`, typed) }
  }
  const { url, state } = departed.value
  await remember(core, visit, flow, state, typed)
  return { kind: 'leave', url }
}

function stateOf(flow: Flow, rest: Omit<SocialState, 'flowId' | 'kind'>): SocialState {
  if (flow.kind === 'recovery' || flow.kind === 'verification') throw new Error(`${flow.kind} has no social providers`)
  return { flowId: flow.id, kind: flow.kind, ...rest }
}

const remember = (core: Core, visit: Visit, flow: Flow, state: string, typed: TypedTraits): Promise<void> =>
  core.continuity.pause({
    cookies: visit.cookies,
    purpose: purposeOf(flow),
    payload: { state, typed: { ...typed } },
    // A link belongs to the person who asked for it; before a sign-in there is nobody yet.
    identityId: flow.kind === 'settings' ? flow.identityId : null,
    lifespanMs: core.lifespans.socialPauseMs,
    now: visit.now,
  })
