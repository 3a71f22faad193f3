import { nodeHasChildren, defineNodeAction } from '../workbench/acting.ts'

export const showBurnupAction = defineNodeAction({
  id: 'branch.burnup',
  label: 'Show burn-up',
  isEdit: false,
  isAvailable: (workspace, { id }) => nodeHasChildren(workspace, id),
  run: (workspace, { id }) => workspace.burnupNodeId.set(id),
})
