import { normaliseEmail } from '@espalier/domain'
import { completeLogin } from '../../flows/login/complete.ts'
import { login } from '../../flows/login/flow.ts'
import { say, type Flow, type FormState } from '../../flows/flow.ts'
import { beginFlow, pageOf, refuseForm, updateFlow } from '../../flows/kind.ts'
import { completeRegistration } from '../../flows/registration/complete.ts'
import { registration } from '../../flows/registration/flow.ts'
import { json, redirect, type Answer } from '../../flows/visit.ts'
import { messages } from '../../forms/messages.ts'
import { findBySubject } from '../../identities/credentials.ts'
import { findIdentityByEmail } from '../../identities/store.ts'
import { checkTraits, type Traits } from '../../identities/traits.ts'
import type { FormVisit } from '../../core.ts'
import { askOwner } from './conflict.ts'
import { methodUsed } from './link.ts'
import type { Person } from './person.ts'
import type { SocialProvider } from './provider.ts'
import { contextProceeding, waitingLink } from './remembered.ts'
import { providerFailed, type TypedTraits } from './start.ts'

/** Somebody, proven by a provider, at the end of a login or registration flow. */
export interface Newcomer {
  readonly provider: SocialProvider
  readonly person: Person
  readonly typed: TypedTraits
  readonly providers: readonly SocialProvider[]
}

/** Whoever is known is signed in, whoever is not is signed up, however it was begun. */
export async function arrive(form: FormVisit, newcomer: Newcomer): Promise<Answer> {
  const entered = await enterKnown(form, newcomer)
  if (entered !== null) return entered
  const { core, visit, flow } = form
  if (flow.refresh) {
    const { label } = newcomer.provider
    return refuseForm(core, visit, login, flow, providerFailed(`This ${label} account is not linked to yours.`), 'oidc')
  }
  if (waitingLink(flow) !== null) {
    return refuseForm(core, visit, login, flow, say(messages.linkedToAnother()), 'oidc')
  }
  return signUp(form, newcomer)
}

async function enterKnown(form: FormVisit, { provider, person }: Newcomer): Promise<Answer | null> {
  const { core, visit } = form
  const identityId = await findBySubject(core.db, { provider: provider.id, subject: person.subject })
  if (identityId === null) return null
  const flow = form.flow.kind === 'login' ? form.flow : await turnInto(login, form)
  const methods = [methodUsed(provider.id, visit.now)]
  return completeLogin({ core, visit, flow }, { kind: 'authenticated', identityId, methods })
}

/** A flow of the other kind that leads where this one would have. */
const turnInto = (
  kind: typeof login,
  { core, visit, flow: { returnTo, requestUrl } }: FormVisit,
  more: Partial<Pick<Flow, 'form' | 'active' | 'context'>> = {},
): Promise<Flow> => beginFlow(core, visit, kind, { returnTo, requestUrl, ...more })

const told = ({ email, firstname, lastname }: Person): Record<string, string> => ({
  ...(email !== undefined && { email }),
  ...(firstname !== undefined && { firstname }),
  ...(lastname !== undefined && { lastname }),
})

async function signUp(form: FormVisit, newcomer: Newcomer): Promise<Answer> {
  const { provider, person, typed } = newcomer
  const checked = checkTraits({ ...told(person), ...typed })
  if (!checked.ok) return askForTraits(form, provider, { messages: [], fields: checked.fields })
  const conflict = await resolveConflict(form, newcomer, checked.traits)
  if (conflict !== null) return conflict
  const done = await completeRegistration(form, {
    wanted: {
      traits: checked.traits,
      metadataPublic: person.picture === undefined ? null : { picture: person.picture },
      passwordHash: null,
      social: { provider: provider.id, subject: person.subject },
      isEmailVerified: isVouchedFor(person, checked.traits),
    },
    methods: [methodUsed(provider.id, form.visit.now)],
  })
  if (done.ok) return done.value
  // Somebody else was faster: with this social account, or with this address.
  const second = (await enterKnown(form, newcomer)) ?? (await resolveConflict(form, newcomer, checked.traits))
  return second ?? askForTraits(form, provider, { messages: [messages.taken()], fields: checked.fields })
}

const isVouchedFor = (person: Person, traits: Traits): boolean =>
  person.email !== undefined && normaliseEmail(person.email) === normaliseEmail(traits.email)

async function resolveConflict(
  form: FormVisit,
  { provider, person, providers }: Newcomer,
  traits: Traits,
): Promise<Answer | null> {
  const owner = await findIdentityByEmail(form.core.db, traits.email)
  if (owner === null) return null
  const isEmailVerified = isVouchedFor(person, traits)
  return askOwner(form, { provider, person, owner, email: traits.email, isEmailVerified, providers })
}

/** The provider did not tell all that an account needs: the person does, and goes on. */
async function askForTraits(form: FormVisit, provider: SocialProvider, asked: FormState): Promise<Answer> {
  const { core, visit } = form
  const change = { form: asked, active: 'oidc', context: contextProceeding(provider.id) }
  const flow =
    form.flow.kind === 'registration'
      ? await updateFlow(core, visit, form.flow, change)
      : await turnInto(registration, form, change)
  if (visit.wantsJson) return json(await registration.view(core, visit, flow), 400)
  return redirect(pageOf(registration, visit, flow), registration.refusedStatus)
}
