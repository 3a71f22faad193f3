import { normaliseEmail } from '@espalier/domain'
import { textOf } from '../../forms/fields.ts'
import { labels, messages } from '../../forms/messages.ts'
import { submitNode } from '../../forms/nodes.ts'
import { sendNotice } from '../../account-changes.ts'
import { beginVerification } from '../../flows/verification/send.ts'
import { findByIdentifier } from '../../identities/credentials.ts'
import type { Traits } from '../../identities/traits.ts'
import { replaceTraits, replaceTraitsLater } from '../../identities/store.ts'
import { traitNodes } from '../../identities/trait-nodes.ts'
import { checkTraits, submittedTraits, traitNames } from '../../identities/traits.ts'
import { knownDevice } from '../../sessions/known-devices.ts'
import type { Method, SettingsOutcome, SettingsVisit } from '../../core.ts'

async function submit(form: SettingsVisit): Promise<SettingsOutcome> {
  const { core, visit, identity } = form
  const checked = checkTraits(submittedTraits(form.fields))
  if (!checked.ok) return { kind: 'refused', form: { messages: [], fields: checked.fields } }
  form.ensureCsrf()
  const { traits } = checked
  const isMoving = normaliseEmail(traits.email) !== normaliseEmail(identity.traits.email)
  if (isMoving && !form.isPrivileged) return { kind: 'refresh-required' }
  const taken: SettingsOutcome = { kind: 'refused', form: { messages: [messages.taken()], fields: checked.fields } }
  if (isMoving && core.options.verification !== undefined) {
    return (await findByIdentifier(core.db, 'password', traits.email)) === null ? requestMove(form, traits) : taken
  }
  const replaced = await replaceTraits(core.db, identity, traits, visit.now)
  if (!replaced.ok) return taken
  if (isMoving) {
    core.options.audit({ kind: 'email-changed', identityId: identity.id, address: visit.device.address })
    sendNotice(core, identity, { kind: 'email-changed' })
  }
  return { kind: 'saved', identity: replaced.value }
}

/** The old address stays the one to sign in with and to be found by, until the new one is proven. */
async function requestMove({ core, visit, identity }: SettingsVisit, traits: Traits): Promise<SettingsOutcome> {
  const { address } = visit.device
  const device = knownDevice(core, visit, identity.id)
  await core.backOff.attempt('verification-mail', { account: identity.id, address, device }, visit.now)
  const replaced = await replaceTraitsLater(core.db, identity, traits, visit.now)
  if (!replaced.ok) throw new Error('a pending address cannot be taken')
  core.options.audit({ kind: 'email-change-requested', identityId: identity.id, address })
  const firstSteps = await beginVerification(core, visit, replaced.value, traits.email)
  return { kind: 'saved', identity: replaced.value, firstSteps }
}

export const profileMethod: Method = {
  id: 'profile',
  settings: {
    nodes: async ({ identity }) => [
      ...traitNodes('profile', identity.traits),
      submitNode('profile', 'method', 'profile', labels.save()),
    ],
    claims: (fields) => textOf(fields, 'method') === 'profile',
    submit,
    keeps: ['method', ...traitNames.map((name) => `traits.${name}`)],
  },
}
