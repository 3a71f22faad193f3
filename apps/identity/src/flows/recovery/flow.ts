import { labels, messages } from '../../forms/messages.ts'
import { codeNodes } from '../../methods/code/nodes.ts'
import type { Kind } from '../kind.ts'
import { flowFrame, tokenNode } from '../view.ts'

export const recovery: Kind = {
  kind: 'recovery',
  path: '/self-service/recovery',
  firstState: 'choose_method',
  page: (pages) => pages.recovery,
  expired: messages.recoveryExpired,
  refusedStatus: 303,
  view: async (_core, visit, flow) =>
    flowFrame(recovery, visit, flow, [tokenNode(visit), ...codeNodes(flow, labels.recoveryCode())]),
}
