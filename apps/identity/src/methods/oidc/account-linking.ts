import type { Result } from '@espalier/domain'
import type { AuthenticatedOutcome, Core, FormVisit, LoginMethodPart, RefusedOutcome } from '../../core/core.ts'
import { beginFlow, flowPageUrl } from '../../core/flow-lifecycle.ts'
import { respondJson, respondRedirect, type Visit, type VisitResponse, withQuery } from '../../core/visit.ts'
import { proveAddress, type ProvenWith, reportFirstProof, sendAccountNotice } from '../../flows/address-proof.ts'
import { loginFlow } from '../../flows/login.ts'
import type { IdentityRecord } from '../../identities/identity.ts'
import type { AuthenticationMethod } from '../../identities/session.ts'
import { httpErrors } from '../../protocol/errors.ts'
import { type Flow, formWithMessages } from '../../protocol/flow.ts'
import { type Message, messages } from '../../protocol/messages.ts'
import {
  type Credentials,
  findCredentials,
  findIdentityIdByIdentifier,
  linkSocialAccount,
} from '../../storage/credentials.ts'
import { requireIdentity, storeProviderPicture } from '../../storage/identity-store.ts'
import { messageTexts } from '../../texts/messages.ts'
import { errorTexts } from '../../texts/errors.ts'
import { createPendingLinkContext, type PendingLink, readPendingLink, toPendingProfile } from './flow-context.ts'
import type { ProviderProfile } from './provider-profile.ts'
import type { OidcProvider } from './provider.ts'

export const oidcAuthenticationMethod = (provider: string, now: Date): AuthenticationMethod => ({
  method: 'oidc',
  aal: 'aal1',
  completed_at: now.toISOString(),
  provider,
})

/** Adds the provider account to the identity, with the address and picture that the provider vouches for. */
export async function linkProvider(
  core: Core,
  visit: Visit,
  wanted: {
    readonly identityId: string
    readonly provider: string
    readonly label: string
    readonly person: ProviderProfile
    readonly provenWith: ProvenWith
  },
): Promise<Result<void, 'taken' | 'already-linked'>> {
  const { identityId, provider, person, provenWith } = wanted
  const { methods } = provenWith
  const linked = await linkSocialAccount(core.db, identityId, { provider, subject: person.subject }, visit.now)
  if (!linked.ok) return linked
  const identity = await requireIdentity(core.db, identityId)
  if (person.email !== undefined) {
    const all = { ...provenWith, methods: [...methods, oidcAuthenticationMethod(provider, visit.now)] }
    const proof = await proveAddress(core.db, { identityId, email: person.email, provenWith: all }, visit.now)
    if (proof !== null) reportFirstProof(core, visit, identity, 'oidc', proof)
  }
  if (person.picture !== undefined) await storeProviderPicture(core.db, identityId, person.picture, visit.now)
  core.options.audit({ kind: 'linked', identityId, provider, address: visit.device.address })
  sendAccountNotice(core, identity, { kind: 'linked', provider: wanted.label })
  return linked
}

export const alreadyLinkedMessage = (label: string): Message => messages.generic(messageTexts.otherAccountLinked(label))

interface AccountConflict {
  readonly provider: OidcProvider
  readonly person: ProviderProfile
  readonly owner: IdentityRecord
  /** The address as the provider reported it or the person typed it. */
  readonly email: string
  readonly isEmailVerified: boolean
  readonly providers: readonly OidcProvider[]
}

// For an unverified address all methods are listed: the owner's own would tell a stranger how the owner signs in.
function listAvailableCredentials({ isEmailVerified, providers }: AccountConflict, owned: Credentials): string[] {
  if (!isEmailVerified) return ['password', ...providers.map(({ id }) => id)]
  return [...(owned.passwordHash === null ? [] : ['password']), ...owned.social.map(({ provider }) => provider)]
}

/** Asks the owner of the address to sign in, which proves that they want the link. There is no link without it. */
export async function askOwnerToSignIn(form: FormVisit, conflict: AccountConflict): Promise<VisitResponse> {
  const { core, visit, flow } = form
  const { provider, person, owner, email, isEmailVerified } = conflict
  const owned = await findCredentials(core.db, owner.id)
  const flowFields = { returnTo: flow.returnTo, requestUrl: flow.requestUrl, active: 'oidc' }
  if (owned.social.some((account) => account.provider === provider.id)) {
    return respondWithLogin(
      form,
      await beginFlow(core, visit, loginFlow, {
        ...flowFields,
        form: formWithMessages(alreadyLinkedMessage(provider.label)),
      }),
    )
  }
  const { subject, picture } = person
  const available = listAvailableCredentials(conflict, owned)
  const waiting = {
    provider: provider.id,
    subject,
    email,
    isEmailVerified,
    credentialTypes: available,
    ...(picture && { picture }),
  }
  const message = messages.signInToLink({
    duplicate_identifier: email,
    provider: provider.label,
    new_login_url: newLoginUrl(visit.base, flow),
    available_credential_types: listCredentialTypes(waiting),
    available_providers: available.filter((credential) => credential !== 'password' && credential !== provider.id),
  })
  const context = createPendingLinkContext(waiting)
  return respondWithLogin(
    form,
    await beginFlow(core, visit, loginFlow, { ...flowFields, form: formWithMessages(message), context }),
  )
}

function listCredentialTypes({ credentialTypes, provider }: PendingLink): string[] {
  const hasOthers = credentialTypes.some((credential) => credential !== 'password' && credential !== provider)
  return [...(credentialTypes.includes('password') ? ['password'] : []), ...(hasOthers ? ['oidc'] : [])]
}

const newLoginUrl = (base: string, { returnTo }: Flow): string =>
  withQuery(`${base}/self-service/login/browser`, returnTo === null ? {} : { return_to: returnTo })

async function respondWithLogin({ core, visit }: FormVisit, flow: Flow): Promise<VisitResponse> {
  if (visit.wantsJson) return respondJson(await loginFlow.view(core, visit, flow), 400)
  return respondRedirect(withQuery(flowPageUrl(loginFlow, visit, flow), { no_org_ui: 'true' }))
}

const refuseWithMessage = (message: Message): RefusedOutcome => ({ kind: 'refused', form: formWithMessages(message) })

type BeforeSession = NonNullable<LoginMethodPart['beforeSession']>

/** Completes a pending link after a sign-in if the address belongs to the person who signed in. */
export async function completePendingLink(
  form: FormVisit,
  authenticated: AuthenticatedOutcome,
  getProviderLabel: (providerId: string) => string,
): ReturnType<BeforeSession> {
  const { core, visit, flow } = form
  const waiting = readPendingLink(flow)
  if (waiting === null) return null
  // An owner who was lured into another browser's flow would link a stranger's social account.
  if (!visit.csrf.matches(flow.csrfHash)) throw httpErrors.csrf(errorTexts.csrfReasons.otherBrowser)
  const { identityId } = authenticated
  const { provider, email } = waiting
  if ((await findIdentityIdByIdentifier(core.db, 'password', email)) !== identityId)
    return refuseWithMessage(messages.linkedToAnother())
  const linked = await linkProvider(core, visit, {
    identityId,
    provider,
    label: getProviderLabel(provider),
    person: toPendingProfile(waiting),
    provenWith: { methods: authenticated.methods },
  })
  if (linked.ok) return { kind: 'also', methods: [oidcAuthenticationMethod(provider, visit.now)] }
  return refuseWithMessage(
    linked.reason === 'taken' ? messages.takenOnLink() : alreadyLinkedMessage(getProviderLabel(provider)),
  )
}
