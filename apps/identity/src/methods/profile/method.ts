import { normaliseEmail } from '@espalier/domain'
import { textOf } from '../../forms/fields.ts'
import { labels, messages } from '../../forms/messages.ts'
import { submitNode } from '../../forms/nodes.ts'
import { replaceTraits } from '../../identities/store.ts'
import { traitNodes } from '../../identities/trait-nodes.ts'
import { checkTraits, submittedTraits, traitNames } from '../../identities/traits.ts'
import type { Method, SettingsOutcome, SettingsVisit } from '../../core.ts'

async function submit(form: SettingsVisit): Promise<SettingsOutcome> {
  const { core, visit, identity } = form
  const checked = checkTraits(submittedTraits(form.fields))
  if (!checked.ok) return { kind: 'refused', form: { messages: [], fields: checked.fields } }
  form.ensureCsrf()
  const { traits } = checked
  const isMoving = normaliseEmail(traits.email) !== normaliseEmail(identity.traits.email)
  if (isMoving && !form.isPrivileged) return { kind: 'refresh-required' }
  const replaced = await replaceTraits(core.db, identity, traits, visit.now)
  if (replaced.ok) return { kind: 'saved', identity: replaced.value }
  return { kind: 'refused', form: { messages: [messages.taken()], fields: checked.fields } }
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
