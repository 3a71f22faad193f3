import type { NodeId } from '@espalier/domain'
import { breakDown } from '../breakdown/breakdown-intent.ts'
import { clipboardIntents } from '../clipboard/clipboard-intents.ts'
import { linkIntents } from '../link/link-intents.ts'
import { showBurnup } from '../metrics/burnup-intents.ts'
import { type Intent, isOffered } from '../workbench/intent.ts'
import { addChild, addParentNode, addSiblingAfter, addSiblingBefore } from '../workbench/intents/adding.ts'
import {
  colourDescendants,
  deleteBranch,
  deleteKeepingChildren,
  fold,
  toggleDescendants,
} from '../workbench/intents/branches.ts'
import { addParentLink, moveDown, moveTo, moveUp, parentLinkIntents } from '../workbench/intents/moving.ts'
import { editTitle, markDone, openPanel } from '../workbench/intents/writing.ts'
import { hasChildren } from '../workbench/acting.ts'
import type { Workbench } from '../workbench/workbench.ts'

/** Parts of the menu, each divided from the next by a line. */
export function menuParts(bench: Workbench, nodeId: NodeId): readonly (readonly Intent[])[] {
  const isBranch = hasChildren(bench, nodeId)
  const parts: readonly (readonly Intent[])[] = [
    [markDone, editTitle, openPanel],
    [addChild, addSiblingAfter, addSiblingBefore, addParentNode],
    [fold, toggleDescendants, colourDescendants, breakDown, showBurnup],
    [moveUp, moveDown, moveTo, addParentLink, ...parentLinkIntents(bench, nodeId)],
    clipboardIntents,
    linkIntents,
    isBranch ? [deleteBranch, deleteKeepingChildren] : [deleteBranch],
  ]
  return parts
    .map((part) => part.filter((intent) => isOffered(intent, bench, nodeId)))
    .filter((part) => part.length > 0)
}
