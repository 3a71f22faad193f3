import { normalizeEmail } from '@espalier/domain'
import type { FlowMethod, SettingsOutcome, SettingsVisit } from '../core/core.ts'
import { sendAccountNotice } from '../flows/address-proof.ts'
import { beginVerification } from '../flows/verification.ts'
import { buildTraitNodes, checkTraits, readSubmittedTraits, traitNames, type Traits } from '../identities/traits.ts'
import { readTextField } from '../protocol/fields.ts'
import { labels, messages } from '../protocol/messages.ts'
import { createSubmitNode } from '../protocol/nodes.ts'
import { findKnownDevice } from '../sessions/known-devices.ts'
import { findIdentityIdByIdentifier } from '../storage/credentials.ts'
import { replaceTraits, replaceTraitsPendingEmail } from '../storage/identity-store.ts'

async function submitProfile(form: SettingsVisit): Promise<SettingsOutcome> {
  const { core, visit, identity } = form
  const checked = checkTraits(readSubmittedTraits(form.fields))
  if (!checked.ok) return { kind: 'refused', form: { messages: [], fields: checked.fields } }
  form.ensureCsrf()
  const { traits } = checked
  const isMoving = normalizeEmail(traits.email) !== normalizeEmail(identity.traits.email)
  if (isMoving && !form.isPrivileged) return { kind: 'refresh-required' }
  const taken: SettingsOutcome = { kind: 'refused', form: { messages: [messages.taken()], fields: checked.fields } }
  if (isMoving && core.options.verification !== undefined) {
    return (await findIdentityIdByIdentifier(core.db, 'password', traits.email)) === null
      ? requestEmailChange(form, traits)
      : taken
  }
  const replaced = await replaceTraits(core.db, identity, traits, visit.now)
  if (!replaced.ok) return taken
  if (isMoving) {
    core.options.audit({ kind: 'email-changed', identityId: identity.id, address: visit.device.address })
    sendAccountNotice(core, identity, { kind: 'email-changed' })
  }
  return { kind: 'saved', identity: replaced.value }
}

/** The old address stays valid for sign-in and search until the new one is proven. */
async function requestEmailChange({ core, visit, identity }: SettingsVisit, traits: Traits): Promise<SettingsOutcome> {
  const { address } = visit.device
  const device = findKnownDevice(core, visit, identity.id)
  await core.backOff.attempt('verification-mail', { account: identity.id, address, device }, visit.now)
  const replaced = await replaceTraitsPendingEmail(core.db, identity, traits, visit.now)
  if (!replaced.ok) throw new Error('a pending address cannot belong to somebody else')
  core.options.audit({ kind: 'email-change-requested', identityId: identity.id, address })
  const firstSteps = await beginVerification(core, visit, replaced.value, traits.email)
  return { kind: 'saved', identity: replaced.value, firstSteps }
}

export const profileMethod: FlowMethod = {
  id: 'profile',
  settings: {
    nodes: async ({ identity }) => [
      ...buildTraitNodes('profile', identity.traits),
      createSubmitNode('profile', 'method', 'profile', labels.save()),
    ],
    claims: (fields) => readTextField(fields, 'method') === 'profile',
    submit: submitProfile,
    keptFields: ['method', ...traitNames.map((name) => `traits.${name}`)],
  },
}
