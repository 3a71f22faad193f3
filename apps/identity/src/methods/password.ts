import { randomUUID } from 'node:crypto'
import { normalizeEmail } from '@espalier/domain'
import type {
  Core,
  FlowMethod,
  FormVisit,
  LoginOutcome,
  RegistrationOutcome,
  SettingsOutcome,
  SettingsVisit,
} from '../core/core.ts'
import type { Visit } from '../core/visit.ts'
import { sendAccountNotice } from '../flows/address-proof.ts'
import { checkTraits, readSubmittedTraits, traitTitles } from '../identities/traits.ts'
import { readTextField, type SubmittedFields } from '../protocol/fields.ts'
import type { FormState } from '../protocol/flow.ts'
import { labels, type Message, messages } from '../protocol/messages.ts'
import { createInputNode, createSubmitNode, type UiNode } from '../protocol/nodes.ts'
import { findKnownDevice } from '../sessions/known-devices.ts'
import type { CountedAttempt } from '../storage/back-off.ts'
import { findCredentials, findIdentityIdByIdentifier, setPasswordHash } from '../storage/credentials.ts'
import { findIdentity, requireIdentity } from '../storage/identity-store.ts'
import { deleteSessions } from '../storage/session-store.ts'
import { checkPassword } from './password-policy.ts'

async function buildPasswordLoginNodes({ core, flow }: FormVisit): Promise<UiNode[]> {
  const label = labels.trait(traitTitles.email, 'identifier')
  const known = flow.refresh && flow.identityId !== null ? await findIdentity(core.db, flow.identityId) : null
  if (known !== null && (await findCredentials(core.db, known.id)).passwordHash === null) return []
  const identifier =
    known === null
      ? createInputNode(
          'default',
          { name: 'identifier', type: 'text', value: '', required: true, autocomplete: 'username' },
          label,
        )
      : createInputNode(
          'default',
          { name: 'identifier', type: 'hidden', value: known.traits.email, required: true },
          label,
        )
  const password = { name: 'password', type: 'password', required: true, autocomplete: 'current-password' } as const
  return [
    identifier,
    createInputNode('password', password, labels.password()),
    createSubmitNode('password', 'method', 'password', labels.signInWithPassword()),
  ]
}

async function submitPasswordLogin({ core, visit }: FormVisit): Promise<LoginOutcome> {
  const identifier = readTextField(visit.fields, 'identifier')?.trim()
  const password = readTextField(visit.fields, 'password')
  if (identifier === undefined || identifier === '' || password === undefined) {
    return { kind: 'refused', form: missingFieldsForm(identifier, password) }
  }
  visit.csrf.ensure(readTextField(visit.fields, 'csrf_token'))
  const { address } = visit.device
  const identityId = await findIdentityIdByIdentifier(core.db, 'password', identifier)
  const attempt = await countSignInAttempt(core, visit, identifier, identityId)
  // The query also runs for an unknown account, because its duration would reveal who has one.
  const { passwordHash } = await findCredentials(core.db, identityId ?? randomUUID())
  const isRight = await core.hasher.verify(passwordHash, password)
  if (!isRight || identityId === null || passwordHash === null) {
    core.options.audit({ kind: 'sign-in-refused', ...(identityId && { identityId }), method: 'password', address })
    const fields = { identifier: { value: identifier } }
    return { kind: 'refused', form: { messages: [messages.credentialsInvalid()], fields } }
  }
  await attempt.succeeded()
  const method = { method: 'password', aal: 'aal1', completed_at: visit.now.toISOString() } as const
  return { kind: 'authenticated', identityId, methods: [method], provenBy: passwordHash }
}

async function countSignInAttempt(
  core: Core,
  visit: Visit,
  identifier: string,
  identityId: string | null,
): Promise<CountedAttempt> {
  const { address } = visit.device
  const device = findKnownDevice(core, visit, identityId)
  try {
    return await core.backOff.attempt('sign-in', { account: normalizeEmail(identifier), address, device }, visit.now)
  } catch (error) {
    core.options.audit({ kind: 'sign-in-refused', method: 'password', reason: 'back-off', address })
    throw error
  }
}

function missingFieldsForm(identifier: string | undefined, password: string | undefined): FormState {
  const typed = identifier ? { value: identifier } : { messages: [messages.missing('identifier')] }
  return {
    messages: [],
    fields: {
      identifier: typed,
      ...(password === undefined && { password: { messages: [messages.missing('password')] } }),
    },
  }
}

async function buildPasswordRegistrationNodes(): Promise<UiNode[]> {
  const password = { name: 'password', type: 'password', required: true, autocomplete: 'new-password' } as const
  return [
    createInputNode('password', password, labels.password()),
    createSubmitNode('password', 'method', 'password', labels.signUp()),
  ]
}

async function submitPasswordRegistration({ core, visit }: FormVisit): Promise<RegistrationOutcome> {
  const checked = checkTraits(readSubmittedTraits(visit.fields))
  const password = readTextField(visit.fields, 'password')
  const refused = (complaint: ReturnType<typeof checkPassword>): RegistrationOutcome => ({
    kind: 'refused',
    form: {
      messages: [],
      fields: { ...checked.fields, ...(complaint && { password: { messages: [complaint] } }) },
    },
  })
  if (password === undefined) return refused(messages.missing('password'))
  if (!checked.ok) return refused(null)
  visit.csrf.ensure(readTextField(visit.fields, 'csrf_token'))
  const complaint = checkPassword(password, [checked.traits.email])
  if (complaint !== null) return refused(complaint)
  const passwordHash = await core.hasher.hash(password)
  const method = { method: 'password', aal: 'aal1', completed_at: visit.now.toISOString() } as const
  const wanted = { traits: checked.traits, metadataPublic: null, passwordHash }
  return { kind: 'registered', wanted, methods: [method], fields: checked.fields }
}

async function buildPasswordSettingsNodes(): Promise<UiNode[]> {
  const password = { name: 'password', type: 'password', required: true, autocomplete: 'new-password' } as const
  return [
    createInputNode('password', password, labels.password()),
    createSubmitNode('password', 'method', 'password', labels.save()),
  ]
}

const refusePassword = (complaint: Message): SettingsOutcome => ({
  kind: 'refused',
  form: { messages: [], fields: { password: { messages: [complaint] } } },
})

async function submitPasswordSettings(form: SettingsVisit): Promise<SettingsOutcome> {
  const { core, visit, identity, session } = form
  const password = readTextField(form.fields, 'password')
  if (password === undefined) return refusePassword(messages.missing('password'))
  form.ensureCsrf()
  if (!form.isPrivileged) return { kind: 'refresh-required' }
  const complaint = checkPassword(password, [identity.traits.email])
  if (complaint !== null) return refusePassword(complaint)
  const { passwordHash } = await findCredentials(core.db, identity.id)
  if (passwordHash !== null && (await core.hasher.verify(passwordHash, password))) {
    return refusePassword(messages.passwordUnchanged())
  }
  const hash = await core.hasher.hash(password)
  // One transaction stores the password and ends the sessions; otherwise a thief could stay signed in.
  const ended = await core.db.transaction(async (tx) => {
    await setPasswordHash(tx, identity.id, hash, visit.now)
    return deleteSessions(tx, { identityId: identity.id, except: session.id })
  })
  if (ended.length > 0) core.options.onSessionsEnded(ended)
  const { address } = visit.device
  core.options.audit({ kind: 'password-changed', identityId: identity.id, sessionId: session.id, address })
  sendAccountNotice(core, identity, { kind: 'password-changed' })
  return { kind: 'saved', identity: await requireIdentity(core.db, identity.id) }
}

const claimsPassword = (fields: SubmittedFields): boolean => readTextField(fields, 'method') === 'password'

export const passwordMethod: FlowMethod = {
  id: 'password',
  login: { nodes: buildPasswordLoginNodes, claims: claimsPassword, submit: submitPasswordLogin },
  registration: { nodes: buildPasswordRegistrationNodes, claims: claimsPassword, submit: submitPasswordRegistration },
  settings: {
    nodes: buildPasswordSettingsNodes,
    claims: claimsPassword,
    submit: submitPasswordSettings,
    keptFields: ['method', 'password'],
  },
}
