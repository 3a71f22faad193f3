import { sendNotice } from '../../account-changes.ts'
import { textOf } from '../../forms/fields.ts'
import { labels, messages, type Message } from '../../forms/messages.ts'
import { inputNode, submitNode, type Node } from '../../forms/nodes.ts'
import { credentialsOf, setPasswordHash } from '../../identities/credentials.ts'
import { requireIdentity } from '../../identities/store.ts'
import { deleteSessions } from '../../sessions/store.ts'
import type { SettingsOutcome, SettingsVisit } from '../../core.ts'
import { judgePassword } from './policy.ts'

export async function settingsNodes(): Promise<Node[]> {
  const password = { name: 'password', type: 'password', required: true, autocomplete: 'new-password' } as const
  return [
    inputNode('password', password, labels.password()),
    submitNode('password', 'method', 'password', labels.save()),
  ]
}

const refused = (complaint: Message): SettingsOutcome => ({
  kind: 'refused',
  form: { messages: [], fields: { password: { messages: [complaint] } } },
})

export async function submitSettings(form: SettingsVisit): Promise<SettingsOutcome> {
  const { core, visit, identity, session } = form
  const password = textOf(form.fields, 'password')
  if (password === undefined) return refused(messages.missing('password'))
  form.ensureCsrf()
  if (!form.isPrivileged) return { kind: 'refresh-required' }
  const complaint = judgePassword(password, [identity.traits.email])
  if (complaint !== null) return refused(complaint)
  const { passwordHash } = await credentialsOf(core.db, identity.id)
  if (passwordHash !== null && (await core.hasher.verify(passwordHash, password))) {
    return refused(messages.passwordUnchanged())
  }
  const hash = await core.hasher.hash(password)
  // Stored without its consequence, the new password would leave a thief signed in.
  const ended = await core.db.transaction().execute(async (tx) => {
    await setPasswordHash(tx, identity.id, hash, visit.now)
    return deleteSessions(tx, { identityId: identity.id, except: session.id })
  })
  if (ended.length > 0) core.options.sessionsEnded(ended)
  const { address } = visit.device
  core.options.audit({ kind: 'password-changed', identityId: identity.id, sessionId: session.id, address })
  sendNotice(core, identity, { kind: 'password-changed' })
  return { kind: 'saved', identity: await requireIdentity(core.db, identity.id) }
}
