import { breakdownTexts, type NodeId } from '@espalier/domain'
import { pageConfig } from '../../../data/config/index.ts'
import { registerForPreload, codeNotLoadedText } from '../../../platform/code-parts.ts'
import { nodeHasChildren, defineNodeAction } from '../workbench/acting.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'

const loadBreakdown = registerForPreload(() => import('./start-breakdown.tsx'))

const getAiProvider = () => pageConfig().features.ai

export const breakDownAction = defineNodeAction({
  id: 'node.break-down',
  label: () => (getAiProvider() === 'outline' ? breakdownTexts.outline : breakdownTexts.ai),
  isEdit: true,
  ignoresKeyRepeat: true,
  isAvailable: (workspace, { id, style }) => getAiProvider() !== 'off' && !nodeHasChildren(workspace, id) && !style.processing,
  run: (workspace, { id }) => void loadAndStartBreakdown(workspace, id),
})

/** What shows the ideas is loaded with the first of them. */
async function loadAndStartBreakdown(workspace: ProjectWorkspace, id: NodeId): Promise<void> {
  const loaded = await loadBreakdown().catch(() => null)
  if (loaded === null) workspace.notify(codeNotLoadedText, 'failed')
  else await loaded.startBreakdown(workspace, id)
}
