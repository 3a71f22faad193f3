import { labels, messages } from '../../forms/messages.ts'
import { codeNodes } from '../../methods/code/nodes.ts'
import type { Kind } from '../kind.ts'
import { flowFrame, tokenNode } from '../view.ts'

export const verification: Kind = {
  kind: 'verification',
  path: '/self-service/verification',
  firstState: 'choose_method',
  page: (pages) => pages.verification,
  expired: messages.verificationExpired,
  refusedStatus: 303,
  view: async (_core, visit, flow) =>
    flowFrame(verification, visit, flow, [tokenNode(visit), ...codeNodes(flow, labels.verificationCode())]),
}
