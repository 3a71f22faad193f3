import { labels, messages } from '../../forms/messages.ts'
import { buildCodeNodes } from '../../methods/code/nodes.ts'
import type { FlowDefinition } from '../kind.ts'
import { renderFlow, renderCsrfNode } from '../view.ts'

export const verificationFlow: FlowDefinition = {
  kind: 'verification',
  path: '/self-service/verification',
  initialState: 'choose_method',
  pageUrl: (pages) => pages.verification,
  expiredMessage: messages.verificationExpired,
  refusedStatus: 303,
  view: async (_core, visit, flow) =>
    renderFlow(verificationFlow, visit, flow, [renderCsrfNode(visit), ...buildCodeNodes(flow, labels.verificationCode())]),
}
