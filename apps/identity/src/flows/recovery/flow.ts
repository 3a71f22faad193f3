import { labels, messages } from '../../forms/messages.ts'
import { inputNode, submitNode, type Node } from '../../forms/nodes.ts'
import type { Flow } from '../flow.ts'
import type { Kind } from '../kind.ts'
import { flowFrame, tokenNode } from '../view.ts'

export const recovery: Kind = {
  kind: 'recovery',
  path: '/self-service/recovery',
  firstState: 'choose_method',
  page: (pages) => pages.recovery,
  expired: messages.recoveryExpired,
  refusedStatus: 303,
  view: async (_core, visit, flow) => flowFrame(recovery, visit, flow, [tokenNode(visit), ...nodesOf(flow)]),
}

/** The address that the code was asked for. */
export const emailOf = (flow: Flow): string | null =>
  typeof flow.context['email'] === 'string' ? flow.context['email'] : null

function nodesOf(flow: Flow): Node[] {
  const submit = submitNode('code', 'method', 'code', labels.proceed())
  if (flow.state === 'passed_challenge') return []
  if (flow.state === 'choose_method') {
    const email = { name: 'email', type: 'email', required: true, autocomplete: 'email' } as const
    return [inputNode('code', email, labels.email()), submit]
  }
  const code = {
    name: 'code',
    type: 'text',
    required: true,
    autocomplete: 'one-time-code',
    pattern: '[0-9]+',
    maxlength: 6,
  } as const
  const again = submitNode('code', 'email', emailOf(flow) ?? '', labels.resendCode())
  return [inputNode('code', code, labels.recoveryCode()), submit, again]
}
