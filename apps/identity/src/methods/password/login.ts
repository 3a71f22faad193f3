import { randomUUID } from 'node:crypto'
import { normalizeEmail } from '@espalier/domain'
import type { Core, FormVisit, LoginOutcome } from '../../core.ts'
import type { FormState } from '../../flows/flow.ts'
import type { Visit } from '../../flows/visit.ts'
import { readTextField } from '../../forms/fields.ts'
import { labels, messages } from '../../forms/messages.ts'
import { createInputNode, createSubmitNode, type UiNode } from '../../forms/nodes.ts'
import { findCredentials, findIdentityIdByIdentifier } from '../../identities/credentials.ts'
import { findIdentity } from '../../identities/store.ts'
import { traitTitles } from '../../identities/traits.ts'
import { findKnownDevice } from '../../sessions/known-devices.ts'
import type { CountedAttempt } from './back-off.ts'

export async function buildPasswordLoginNodes({ core, flow }: FormVisit): Promise<UiNode[]> {
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
      : createInputNode('default', { name: 'identifier', type: 'hidden', value: known.traits.email, required: true }, label)
  const password = { name: 'password', type: 'password', required: true, autocomplete: 'current-password' } as const
  return [
    identifier,
    createInputNode('password', password, labels.password()),
    createSubmitNode('password', 'method', 'password', labels.signInWithPassword()),
  ]
}

export async function submitPasswordLogin({ core, visit }: FormVisit): Promise<LoginOutcome> {
  const identifier = readTextField(visit.fields, 'identifier')?.trim()
  const password = readTextField(visit.fields, 'password')
  if (identifier === undefined || identifier === '' || password === undefined) {
    return { kind: 'refused', form: missingFieldsForm(identifier, password) }
  }
  visit.csrf.ensure(readTextField(visit.fields, 'csrf_token'))
  const { address } = visit.device
  const identityId = await findIdentityIdByIdentifier(core.db, 'password', identifier)
  const attempt = await countSignInAttempt(core, visit, identifier, identityId)
  // Asked for nobody too: the time it takes would tell who has an account.
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

async function countSignInAttempt(core: Core, visit: Visit, identifier: string, identityId: string | null): Promise<CountedAttempt> {
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
