import type { FlowMethod, FormVisit, LoginOutcome, SettingsOutcome, SettingsVisit } from '../../core/core.ts'
import { sendAccountNotice } from '../../flows/address-proof.ts'
import type { AuthenticationMethod } from '../../identities/session.ts'
import { readTextField } from '../../protocol/fields.ts'
import { labels, messages } from '../../protocol/messages.ts'
import { createInputNode, type UiNode } from '../../protocol/nodes.ts'
import { countFirstFactors, findCredentials } from '../../storage/credentials.ts'
import { consumeChallenge } from '../../storage/flow-store.ts'
import { findIdentity, requireIdentity } from '../../storage/identity-store.ts'
import {
  addPasskey,
  findPasskeys,
  hasAnyPasskey,
  maxPasskeys,
  recordPasskeyUse,
  removePasskey,
} from '../../storage/passkeys.ts'
import { addSessionMethod } from '../../storage/session-store.ts'
import { labelTexts, messageTexts } from '../../texts/messages.ts'
import { auditRefusedFactor, refuseMissing, refuseWith, requireFreshSignIn } from '../second-step.ts'
import {
  buildCreationOptions,
  buildRequestOptions,
  canUsePasskeys,
  readClaimedPerson,
  verifyAssertion,
  verifyCreation,
} from './ceremony.ts'

const hidden = (name: string, value?: string): UiNode =>
  createInputNode('passkey', { name, type: 'hidden', ...(value !== undefined && { value }) })

const trigger = (name: string, onclickTrigger: string, label: ReturnType<typeof labels.addPasskey>): UiNode =>
  createInputNode('passkey', { name, type: 'button', value: '', onclickTrigger }, label)

const failed = () => refuseWith(messages.generic(messageTexts.passkeyFailed))

const passkeyProof = (now: Date): AuthenticationMethod => ({
  method: 'passkey',
  aal: 'aal1',
  completed_at: now.toISOString(),
})

/** A person who confirms who they are is offered their own passkeys, everybody else any passkey of this site. */
async function buildPasskeyLoginNodes(form: FormVisit): Promise<UiNode[]> {
  const { core, flow } = form
  const known = flow.refresh && flow.identityId !== null ? await findPasskeys(core.db, flow.identityId) : null
  const isOffered = known === null ? await hasAnyPasskey(core.db) : known.length > 0
  if (!isOffered || !canUsePasskeys(form)) return []
  return [
    hidden('passkey_challenge', await buildRequestOptions(form, known ?? [])),
    hidden('passkey_login'),
    trigger('passkey_login_trigger', 'oryPasskeyLogin', labels.signInWithPasskey()),
  ]
}

async function submitPasskeyLogin(form: FormVisit): Promise<LoginOutcome> {
  const { core, visit, flow } = form
  const answer = readTextField(visit.fields, 'passkey_login')
  if (answer === undefined) return refuseMissing('passkey_login')
  visit.csrf.ensure(readTextField(visit.fields, 'csrf_token'))
  const person = await findIdentity(core.db, readClaimedPerson(answer) ?? '')
  const passkeys = person === null ? [] : await findPasskeys(core.db, person.id)
  if (person === null || passkeys.length === 0) {
    auditRefusedFactor(form, 'passkey')
    return refuseWith(messages.noPasskey())
  }
  const used = await verifyAssertion(form, answer, passkeys)
  if (used === null || !(await consumeChallenge(core.db, flow.id))) {
    auditRefusedFactor(form, 'passkey', person.id)
    return failed()
  }
  await recordPasskeyUse(core.db, person.id, used, visit.now)
  return { kind: 'authenticated', identityId: person.id, methods: [passkeyProof(visit.now)] }
}

/** A passkey is removed by its id in hexadecimal digits, as in Kratos. */
const toHex = (id: string): string => Buffer.from(id, 'base64url').toString('hex')

async function buildPasskeySettingsNodes(form: SettingsVisit): Promise<UiNode[]> {
  if (!canUsePasskeys(form)) return []
  const { core, identity } = form
  const passkeys = await findPasskeys(core.db, identity.id)
  const isRemovable = countFirstFactors(await findCredentials(core.db, identity.id)) > 1
  const removals = passkeys.map((passkey): UiNode => {
    const attributes = { name: 'passkey_remove', type: 'submit', value: toHex(passkey.id) } as const
    const node = createInputNode('passkey', attributes, labels.removePasskey(passkey.display_name, passkey.added_at))
    return { ...node, attributes: { ...node.attributes, disabled: !isRemovable } }
  })
  return [
    ...removals,
    trigger('passkey_register_trigger', 'oryPasskeySettingsRegistration', labels.addPasskey()),
    hidden('passkey_settings_register'),
    hidden('passkey_create_data', await buildCreationOptions(form, passkeys)),
  ]
}

async function submitPasskeySettings(form: SettingsVisit): Promise<SettingsOutcome> {
  form.ensureCsrf()
  if (!form.isPrivileged) return { kind: 'refresh-required' }
  const removed = readTextField(form.fields, 'passkey_remove')
  return removed === undefined ? registerPasskey(form) : (requireFreshSignIn(form) ?? unregisterPasskey(form, removed))
}

async function registerPasskey(form: SettingsVisit): Promise<SettingsOutcome> {
  const { core, visit, identity } = form
  const answer = readTextField(form.fields, 'passkey_settings_register')
  if (answer === undefined) return refuseMissing('passkey_settings_register')
  const known = await findPasskeys(core.db, identity.id)
  const passkey = await verifyCreation(form, answer, labelTexts.passkeyName(known.length + 1))
  if (passkey === null) return failed()
  const added = await addPasskey(core.db, identity.id, passkey, visit.now)
  if (!added.ok) {
    return added.reason === 'known' ? failed() : refuseWith(messages.generic(messageTexts.tooManyPasskeys(maxPasskeys)))
  }
  await addSessionMethod(core.db, form.session, passkeyProof(visit.now))
  return reportChange(form, 'passkey-added')
}

async function unregisterPasskey(form: SettingsVisit, hexId: string): Promise<SettingsOutcome> {
  const id = Buffer.from(hexId, 'hex').toString('base64url')
  const removed = await removePasskey(form.core.db, form.identity.id, id, form.visit.now)
  if (removed.ok) return reportChange(form, 'passkey-removed')
  const { passkeyUnknown, passkeyOnlyLogin } = messageTexts
  return refuseWith(messages.generic(removed.reason === 'unknown' ? passkeyUnknown : passkeyOnlyLogin))
}

async function reportChange(form: SettingsVisit, kind: 'passkey-added' | 'passkey-removed'): Promise<SettingsOutcome> {
  const { core, visit, identity, session } = form
  core.options.audit({ kind, identityId: identity.id, sessionId: session.id, address: visit.device.address })
  sendAccountNotice(core, identity, { kind })
  return { kind: 'saved', identity: await requireIdentity(core.db, identity.id) }
}

/** Sign-in with a passkey instead of a password. */
export const passkeyMethod: FlowMethod = {
  id: 'passkey',
  login: {
    nodes: buildPasskeyLoginNodes,
    claims: (fields) => fields.has('passkey_login') || readTextField(fields, 'method') === 'passkey',
    submit: submitPasskeyLogin,
  },
  settings: {
    nodes: buildPasskeySettingsNodes,
    claims: (fields) => fields.has('passkey_settings_register') || fields.has('passkey_remove'),
    submit: submitPasskeySettings,
    keptFields: ['passkey_settings_register', 'passkey_remove'],
  },
}
