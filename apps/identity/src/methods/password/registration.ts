import { textOf } from '../../forms/fields.ts'
import { labels, messages } from '../../forms/messages.ts'
import { inputNode, submitNode, type Node } from '../../forms/nodes.ts'
import { checkTraits, submittedTraits } from '../../identities/traits.ts'
import type { FormVisit, RegistrationOutcome } from '../../core.ts'
import { judgePassword } from './policy.ts'

export async function registrationNodes(): Promise<Node[]> {
  const password = { name: 'password', type: 'password', required: true, autocomplete: 'new-password' } as const
  return [
    inputNode('password', password, labels.password()),
    submitNode('password', 'method', 'password', labels.signUp()),
  ]
}

export async function submitRegistration({ core, visit }: FormVisit): Promise<RegistrationOutcome> {
  const checked = checkTraits(submittedTraits(visit.fields))
  const password = textOf(visit.fields, 'password')
  const refused = (complaint: ReturnType<typeof judgePassword>): RegistrationOutcome => ({
    kind: 'refused',
    form: {
      messages: [],
      fields: { ...checked.fields, ...(complaint && { password: { messages: [complaint] } }) },
    },
  })
  if (password === undefined) return refused(messages.missing('password'))
  if (!checked.ok) return refused(null)
  visit.csrf.ensure(textOf(visit.fields, 'csrf_token'))
  const complaint = judgePassword(password, [checked.traits.email])
  if (complaint !== null) return refused(complaint)
  const passwordHash = await core.hasher.hash(password)
  const method = { method: 'password', aal: 'aal1', completed_at: visit.now.toISOString() } as const
  const wanted = { traits: checked.traits, metadataPublic: null, passwordHash }
  return { kind: 'registered', wanted, methods: [method], fields: checked.fields }
}
