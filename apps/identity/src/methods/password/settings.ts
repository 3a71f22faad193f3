import { sendAccountNotice } from '../../account-changes.ts'
import { readTextField } from '../../forms/fields.ts'
import { labels, messages, type Message } from '../../forms/messages.ts'
import { createInputNode, createSubmitNode, type UiNode } from '../../forms/nodes.ts'
import { findCredentials, setPasswordHash } from '../../identities/credentials.ts'
import { requireIdentity } from '../../identities/store.ts'
import { deleteSessions } from '../../sessions/store.ts'
import type { SettingsOutcome, SettingsVisit } from '../../core.ts'
import { checkPassword } from './policy.ts'

export async function buildPasswordSettingsNodes(): Promise<UiNode[]> {
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

export async function submitPasswordSettings(form: SettingsVisit): Promise<SettingsOutcome> {
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
  // Stored without its consequence, the new password would leave a thief signed in.
  const ended = await core.db.transaction().execute(async (tx) => {
    await setPasswordHash(tx, identity.id, hash, visit.now)
    return deleteSessions(tx, { identityId: identity.id, except: session.id })
  })
  if (ended.length > 0) core.options.onSessionsEnded(ended)
  const { address } = visit.device
  core.options.audit({ kind: 'password-changed', identityId: identity.id, sessionId: session.id, address })
  sendAccountNotice(core, identity, { kind: 'password-changed' })
  return { kind: 'saved', identity: await requireIdentity(core.db, identity.id) }
}
