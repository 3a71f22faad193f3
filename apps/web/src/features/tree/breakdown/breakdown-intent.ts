import { breakdownTexts, type NodeId } from '@espalier/domain'
import { pageConfig } from '../../../data/config/index.ts'
import { loadedLater, notLoadedText } from '../../../platform/code-parts.ts'
import { hasChildren, nodeIntent } from '../workbench/acting.ts'
import type { Workbench } from '../workbench/workbench.ts'

const loadBreakdown = loadedLater(() => import('./start-breakdown.tsx'))

const provider = () => pageConfig().features.ai

export const breakDown = nodeIntent({
  id: 'node.break-down',
  label: () => (provider() === 'outline' ? breakdownTexts.outline : breakdownTexts.ai),
  isEdit: true,
  isOnce: true,
  isOffered: (bench, { id, style }) => provider() !== 'off' && !hasChildren(bench, id) && !style.processing,
  run: (bench, { id }) => void start(bench, id),
})

/** What shows the ideas is loaded with the first of them. */
async function start(bench: Workbench, id: NodeId): Promise<void> {
  const loaded = await loadBreakdown().catch(() => null)
  if (loaded === null) bench.say(notLoadedText, 'failed')
  else await loaded.startBreakdown(bench, id)
}
