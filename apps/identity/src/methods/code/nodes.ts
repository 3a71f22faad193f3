import type { Flow } from '../../flows/flow.ts'
import { labels, type Message } from '../../forms/messages.ts'
import { createInputNode, createSubmitNode, type UiNode } from '../../forms/nodes.ts'

/** The address that the code was asked for. */
export const readRequestedEmail = (flow: Flow): string | null =>
  typeof flow.context['email'] === 'string' ? flow.context['email'] : null

/** First the address, then the code with a button that sends another one, then nothing. */
export function buildCodeNodes(flow: Flow, codeLabel: Message): UiNode[] {
  const submit = createSubmitNode('code', 'method', 'code', labels.proceed())
  if (flow.state === 'passed_challenge') return []
  if (flow.state === 'choose_method') {
    const email = { name: 'email', type: 'email', required: true, autocomplete: 'email' } as const
    return [createInputNode('code', email, labels.email()), submit]
  }
  const code = {
    name: 'code',
    type: 'text',
    required: true,
    autocomplete: 'one-time-code',
    pattern: '[0-9]+',
    maxlength: 6,
  } as const
  const again = createSubmitNode('code', 'email', readRequestedEmail(flow) ?? '', labels.resendCode())
  return [createInputNode('code', code, codeLabel), submit, again]
}
