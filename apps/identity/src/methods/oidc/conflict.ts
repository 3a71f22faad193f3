import { say, type Flow } from '../../flows/flow.ts'
import { beginFlow, pageOf } from '../../flows/kind.ts'
import { login } from '../../flows/login/flow.ts'
import { json, redirect, withQuery, type Answer } from '../../flows/visit.ts'
import { messages, type Message } from '../../forms/messages.ts'
import { refusals } from '../../forms/refusal.ts'
import { credentialsOf, findByIdentifier, type Credentials } from '../../identities/credentials.ts'
import type { IdentityRecord } from '../../identities/identity.ts'
import type { Authenticated, FormVisit, LoginPart, Refused } from '../../core.ts'
import { alreadyLinked, link, methodUsed } from './link.ts'
import type { Person } from './person.ts'
import type { SocialProvider } from './provider.ts'
import { contextWaiting, personWaiting, waitingLink, type WaitingLink } from './remembered.ts'

export interface Conflict {
  readonly provider: SocialProvider
  readonly person: Person
  readonly owner: IdentityRecord
  /** As it was told or typed. */
  readonly email: string
  readonly isEmailVerified: boolean
  readonly providers: readonly SocialProvider[]
}

// Told to anybody who types an address, the ways in would tell a stranger how its owner signs in.
function waysOf({ isEmailVerified, providers }: Conflict, owned: Credentials): string[] {
  if (!isEmailVerified) return ['password', ...providers.map(({ id }) => id)]
  return [...(owned.passwordHash === null ? [] : ['password']), ...owned.social.map(({ provider }) => provider)]
}

/** The sign-in by which the owner of the address proves to be the one who wants the link. Never without it. */
export async function askOwner(form: FormVisit, conflict: Conflict): Promise<Answer> {
  const { core, visit, flow } = form
  const { provider, person, owner, email, isEmailVerified } = conflict
  const owned = await credentialsOf(core.db, owner.id)
  const begin = { returnTo: flow.returnTo, requestUrl: flow.requestUrl, active: 'oidc' }
  if (owned.social.some((account) => account.provider === provider.id)) {
    return present(form, await beginFlow(core, visit, login, { ...begin, form: say(alreadyLinked(provider.label)) }))
  }
  const { subject, picture } = person
  const ways = waysOf(conflict, owned)
  const waiting = { provider: provider.id, subject, email, isEmailVerified, ways, ...(picture && { picture }) }
  const message = messages.signInToLink({
    duplicate_identifier: email,
    provider: provider.label,
    new_login_url: newLoginUrl(visit.base, flow),
    available_credential_types: typesOf(waiting),
    available_providers: ways.filter((way) => way !== 'password' && way !== provider.id),
  })
  const context = contextWaiting(waiting)
  return present(form, await beginFlow(core, visit, login, { ...begin, form: say(message), context }))
}

function typesOf({ ways, provider }: WaitingLink): string[] {
  const hasOthers = ways.some((way) => way !== 'password' && way !== provider)
  return [...(ways.includes('password') ? ['password'] : []), ...(hasOthers ? ['oidc'] : [])]
}

const newLoginUrl = (base: string, { returnTo }: Flow): string =>
  withQuery(`${base}/self-service/login/browser`, returnTo === null ? {} : { return_to: returnTo })

async function present({ core, visit }: FormVisit, flow: Flow): Promise<Answer> {
  if (visit.wantsJson) return json(await login.view(core, visit, flow), 400)
  return redirect(withQuery(pageOf(login, visit, flow), { no_org_ui: 'true' }))
}

const refused = (message: Message): Refused => ({ kind: 'refused', form: say(message) })

type BeforeSession = NonNullable<LoginPart['beforeSession']>

/** Whoever signs in with a link waiting gets it, if the address is theirs. */
export async function linkWaiting(
  form: FormVisit,
  authenticated: Authenticated,
  labelOf: (providerId: string) => string,
): ReturnType<BeforeSession> {
  const { core, visit, flow } = form
  const waiting = waitingLink(flow)
  if (waiting === null) return null
  // Lured into another browser's flow, the owner would link a stranger's social account.
  if (!visit.csrf.matches(flow.csrfHash)) throw refusals.csrf('The flow was started by another browser.')
  const { identityId } = authenticated
  const { provider, email } = waiting
  if ((await findByIdentifier(core.db, 'password', email)) !== identityId) return refused(messages.linkedToAnother())
  const linked = await link(core, visit, {
    identityId,
    provider,
    label: labelOf(provider),
    person: personWaiting(waiting),
    provenWith: { methods: authenticated.methods },
  })
  if (linked.ok) return { kind: 'also', methods: [methodUsed(provider, visit.now)] }
  return refused(linked.reason === 'taken' ? messages.takenOnLink() : alreadyLinked(labelOf(provider)))
}
