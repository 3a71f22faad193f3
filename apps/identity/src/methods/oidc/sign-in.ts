import { normalizeEmail } from '@espalier/domain'
import type { FormVisit } from '../../core/core.ts'
import { beginFlow, flowPageUrl, refuseForm, updateFlow } from '../../core/flow-lifecycle.ts'
import { respondJson, respondRedirect, type VisitResponse } from '../../core/visit.ts'
import { completeLogin, loginFlow } from '../../flows/login.ts'
import { completeRegistration, registrationFlow } from '../../flows/registration.ts'
import { checkTraits, type Traits } from '../../identities/traits.ts'
import { type Flow, type FormState, formWithMessages } from '../../protocol/flow.ts'
import { messages } from '../../protocol/messages.ts'
import { findIdentityIdBySubject } from '../../storage/credentials.ts'
import { findIdentityByEmail } from '../../storage/identity-store.ts'
import { askOwnerToSignIn, oidcAuthenticationMethod } from './account-linking.ts'
import { providerErrorForm, type TypedTraits } from './authorization.ts'
import { createProceedingContext, readPendingLink } from './flow-context.ts'
import type { ProviderProfile } from './provider-profile.ts'
import type { OidcProvider } from './provider.ts'

/** A person verified by a provider at the end of a login or registration flow. */
export interface SocialSignIn {
  readonly provider: OidcProvider
  readonly person: ProviderProfile
  readonly typed: TypedTraits
  readonly providers: readonly OidcProvider[]
}

/** Signs a known person in and registers an unknown one, regardless of which flow they started. */
export async function completeSocialSignIn(form: FormVisit, signIn: SocialSignIn): Promise<VisitResponse> {
  const signedIn = await signInKnownAccount(form, signIn)
  if (signedIn !== null) return signedIn
  const { core, visit, flow } = form
  if (flow.refresh) {
    const { label } = signIn.provider
    return refuseForm(
      core,
      visit,
      loginFlow,
      flow,
      providerErrorForm(`This ${label} account is not linked to yours.`),
      'oidc',
    )
  }
  if (readPendingLink(flow) !== null) {
    return refuseForm(core, visit, loginFlow, flow, formWithMessages(messages.linkedToAnother()), 'oidc')
  }
  return signUpWithProvider(form, signIn)
}

async function signInKnownAccount(form: FormVisit, { provider, person }: SocialSignIn): Promise<VisitResponse | null> {
  const { core, visit } = form
  const identityId = await findIdentityIdBySubject(core.db, { provider: provider.id, subject: person.subject })
  if (identityId === null) return null
  const flow = form.flow.kind === 'login' ? form.flow : await beginRelatedFlow(loginFlow, form)
  const methods = [oidcAuthenticationMethod(provider.id, visit.now)]
  return completeLogin({ core, visit, flow }, { kind: 'authenticated', identityId, methods })
}

/** Starts a flow of the other kind with the same return_to. */
const beginRelatedFlow = (
  kind: typeof loginFlow,
  { core, visit, flow: { returnTo, requestUrl } }: FormVisit,
  more: Partial<Pick<Flow, 'form' | 'active' | 'context'>> = {},
): Promise<Flow> => beginFlow(core, visit, kind, { returnTo, requestUrl, ...more })

const toTraitValues = ({ email, firstname, lastname }: ProviderProfile): Record<string, string> => ({
  ...(email !== undefined && { email }),
  ...(firstname !== undefined && { firstname }),
  ...(lastname !== undefined && { lastname }),
})

async function signUpWithProvider(form: FormVisit, signIn: SocialSignIn): Promise<VisitResponse> {
  const { provider, person, typed } = signIn
  const checked = checkTraits({ ...toTraitValues(person), ...typed })
  if (!checked.ok) return askForTraits(form, provider, { messages: [], fields: checked.fields })
  const conflict = await resolveConflict(form, signIn, checked.traits)
  if (conflict !== null) return conflict
  const done = await completeRegistration(form, {
    wanted: {
      traits: checked.traits,
      metadataPublic: person.picture === undefined ? null : { picture: person.picture },
      passwordHash: null,
      social: { provider: provider.id, subject: person.subject },
      isEmailVerified: isEmailVouchedFor(person, checked.traits),
    },
    methods: [oidcAuthenticationMethod(provider.id, form.visit.now)],
  })
  if (done.ok) return done.value
  // A concurrent request registered this social account or this address first.
  const second = (await resolveConflict(form, signIn, checked.traits)) ?? (await signInKnownAccount(form, signIn))
  return second ?? askForTraits(form, provider, { messages: [messages.taken()], fields: checked.fields })
}

const isEmailVouchedFor = (person: ProviderProfile, traits: Traits): boolean =>
  person.email !== undefined && normalizeEmail(person.email) === normalizeEmail(traits.email)

async function resolveConflict(form: FormVisit, signIn: SocialSignIn, traits: Traits): Promise<VisitResponse | null> {
  const { provider, person, providers } = signIn
  const owner = await findIdentityByEmail(form.core.db, traits.email)
  if (owner === null) return null
  // Another browser of the same person may have registered both the address and the social account just now.
  const signedIn = await signInKnownAccount(form, signIn)
  if (signedIn !== null) return signedIn
  const isEmailVerified = isEmailVouchedFor(person, traits)
  return askOwnerToSignIn(form, { provider, person, owner, email: traits.email, isEmailVerified, providers })
}

/** Asks the person for the traits that an account needs and the provider did not send. */
async function askForTraits(form: FormVisit, provider: OidcProvider, formState: FormState): Promise<VisitResponse> {
  const { core, visit } = form
  const change = { form: formState, active: 'oidc', context: createProceedingContext(provider.id) }
  const flow =
    form.flow.kind === 'registration'
      ? await updateFlow(core, visit, form.flow, change)
      : await beginRelatedFlow(registrationFlow, form, change)
  if (visit.wantsJson) return respondJson(await registrationFlow.view(core, visit, flow), 400)
  return respondRedirect(flowPageUrl(registrationFlow, visit, flow), registrationFlow.refusedStatus)
}
