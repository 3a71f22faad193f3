import { labels, messages } from '../../forms/messages.ts'
import { buildCodeNodes } from '../../methods/code/nodes.ts'
import type { FlowDefinition } from '../kind.ts'
import { renderFlow, renderCsrfNode } from '../view.ts'

export const recoveryFlow: FlowDefinition = {
  kind: 'recovery',
  path: '/self-service/recovery',
  initialState: 'choose_method',
  pageUrl: (pages) => pages.recovery,
  expiredMessage: messages.recoveryExpired,
  refusedStatus: 303,
  view: async (_core, visit, flow) =>
    renderFlow(recoveryFlow, visit, flow, [renderCsrfNode(visit), ...buildCodeNodes(flow, labels.recoveryCode())]),
}
