import { formWithMessages, type Flow } from '../../flows/flow.ts'
import { beginFlow, flowPageUrl } from '../../flows/kind.ts'
import { loginFlow } from '../../flows/login/flow.ts'
import { respondJson, respondRedirect, withQuery, type VisitResponse } from '../../flows/visit.ts'
import { messages, type Message } from '../../forms/messages.ts'
import { httpErrors } from '../../forms/refusal.ts'
import { findCredentials, findIdentityIdByIdentifier, type Credentials } from '../../identities/credentials.ts'
import type { IdentityRecord } from '../../identities/identity.ts'
import type { AuthenticatedOutcome, FormVisit, LoginMethodPart, RefusedOutcome } from '../../core.ts'
import { alreadyLinkedMessage, linkProvider, oidcAuthenticationMethod } from './link.ts'
import type { ProviderProfile } from './person.ts'
import type { OidcProvider } from './provider.ts'
import { createPendingLinkContext, toPendingProfile, readPendingLink, type PendingLink } from './remembered.ts'

export interface AccountConflict {
  readonly provider: OidcProvider
  readonly person: ProviderProfile
  readonly owner: IdentityRecord
  /** As it was told or typed. */
  readonly email: string
  readonly isEmailVerified: boolean
  readonly providers: readonly OidcProvider[]
}

// Told to anybody who types an address, the ways in would tell a stranger how its owner signs in.
function listAvailableCredentials({ isEmailVerified, providers }: AccountConflict, owned: Credentials): string[] {
  if (!isEmailVerified) return ['password', ...providers.map(({ id }) => id)]
  return [...(owned.passwordHash === null ? [] : ['password']), ...owned.social.map(({ provider }) => provider)]
}

/** The sign-in by which the owner of the address proves to be the one who wants the link. Never without it. */
export async function askOwnerToSignIn(form: FormVisit, conflict: AccountConflict): Promise<VisitResponse> {
  const { core, visit, flow } = form
  const { provider, person, owner, email, isEmailVerified } = conflict
  const owned = await findCredentials(core.db, owner.id)
  const begin = { returnTo: flow.returnTo, requestUrl: flow.requestUrl, active: 'oidc' }
  if (owned.social.some((account) => account.provider === provider.id)) {
    return respondWithLogin(form, await beginFlow(core, visit, loginFlow, { ...begin, form: formWithMessages(alreadyLinkedMessage(provider.label)) }))
  }
  const { subject, picture } = person
  const ways = listAvailableCredentials(conflict, owned)
  const waiting = { provider: provider.id, subject, email, isEmailVerified, ways, ...(picture && { picture }) }
  const message = messages.signInToLink({
    duplicate_identifier: email,
    provider: provider.label,
    new_login_url: newLoginUrl(visit.base, flow),
    available_credential_types: listCredentialTypes(waiting),
    available_providers: ways.filter((way) => way !== 'password' && way !== provider.id),
  })
  const context = createPendingLinkContext(waiting)
  return respondWithLogin(form, await beginFlow(core, visit, loginFlow, { ...begin, form: formWithMessages(message), context }))
}

function listCredentialTypes({ ways, provider }: PendingLink): string[] {
  const hasOthers = ways.some((way) => way !== 'password' && way !== provider)
  return [...(ways.includes('password') ? ['password'] : []), ...(hasOthers ? ['oidc'] : [])]
}

const newLoginUrl = (base: string, { returnTo }: Flow): string =>
  withQuery(`${base}/self-service/login/browser`, returnTo === null ? {} : { return_to: returnTo })

async function respondWithLogin({ core, visit }: FormVisit, flow: Flow): Promise<VisitResponse> {
  if (visit.wantsJson) return respondJson(await loginFlow.view(core, visit, flow), 400)
  return respondRedirect(withQuery(flowPageUrl(loginFlow, visit, flow), { no_org_ui: 'true' }))
}

const refuseWithMessage = (message: Message): RefusedOutcome => ({ kind: 'refused', form: formWithMessages(message) })

type BeforeSession = NonNullable<LoginMethodPart['beforeSession']>

/** Whoever signs in with a link waiting gets it, if the address is theirs. */
export async function completePendingLink(
  form: FormVisit,
  authenticated: AuthenticatedOutcome,
  labelOf: (providerId: string) => string,
): ReturnType<BeforeSession> {
  const { core, visit, flow } = form
  const waiting = readPendingLink(flow)
  if (waiting === null) return null
  // Lured into another browser's flow, the owner would link a stranger's social account.
  if (!visit.csrf.matches(flow.csrfHash)) throw httpErrors.csrf('The flow was started by another browser.')
  const { identityId } = authenticated
  const { provider, email } = waiting
  if ((await findIdentityIdByIdentifier(core.db, 'password', email)) !== identityId) return refuseWithMessage(messages.linkedToAnother())
  const linked = await linkProvider(core, visit, {
    identityId,
    provider,
    label: labelOf(provider),
    person: toPendingProfile(waiting),
    provenWith: { methods: authenticated.methods },
  })
  if (linked.ok) return { kind: 'also', methods: [oidcAuthenticationMethod(provider, visit.now)] }
  return refuseWithMessage(linked.reason === 'taken' ? messages.takenOnLink() : alreadyLinkedMessage(labelOf(provider)))
}
