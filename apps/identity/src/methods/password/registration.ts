import { readTextField } from '../../forms/fields.ts'
import { labels, messages } from '../../forms/messages.ts'
import { createInputNode, createSubmitNode, type UiNode } from '../../forms/nodes.ts'
import { checkTraits, readSubmittedTraits } from '../../identities/traits.ts'
import type { FormVisit, RegistrationOutcome } from '../../core.ts'
import { checkPassword } from './policy.ts'

export async function buildPasswordRegistrationNodes(): Promise<UiNode[]> {
  const password = { name: 'password', type: 'password', required: true, autocomplete: 'new-password' } as const
  return [
    createInputNode('password', password, labels.password()),
    createSubmitNode('password', 'method', 'password', labels.signUp()),
  ]
}

export async function submitPasswordRegistration({ core, visit }: FormVisit): Promise<RegistrationOutcome> {
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
