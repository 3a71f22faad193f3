import type { NodeId } from '@espalier/domain'
import { registerForPreload } from '../../platform/code-loading.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

const loadOffers = registerForPreload(() => import('./quick-entry-offers.tsx'))

/** Most titles have none of these signs, and cost nothing more than this test. */
const fieldSigns = /[@#!~]|\b(?:due|start):/iu

/** Offers to set the fields that are written in a title that was just saved; `before` is the title before the edit. */
export function offerQuickEntry(workspace: ProjectWorkspace, nodeId: NodeId, before: string): void {
  if (!fieldSigns.test(workspace.client.node(nodeId)?.title ?? '')) return
  // Without the code the words stay in the title, where they do no harm.
  loadOffers().then(
    ({ addQuickEntryOffer: addOffer }) => addOffer(workspace, nodeId, before),
    () => undefined,
  )
}
