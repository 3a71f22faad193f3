import type { Intent } from '../intent.ts'
import { addChild, addParentNode, addSiblingAfter, addSiblingBefore } from './adding.ts'
import { colourDescendants, deleteBranch, deleteKeepingChildren, fold, toggleDescendants } from './branches.ts'
import { arrows, goToParent, selectAll } from './going.ts'
import { redo, undo } from './history.ts'
import { addParentLink, moveDown, moveTo, moveUp } from './moving.ts'
import { find, fitAll, help, openMenu, resetZoom, zoomIn, zoomOut } from './viewing.ts'
import { closePanel, cycleStatus, editTitle, markDone, openPanel } from './writing.ts'

export interface IntentGroup {
  readonly title: string
  readonly intents: readonly Intent[]
}

/** Every intent of the project screen, as the help lists them. */
export const intentGroups: readonly IntentGroup[] = [
  { title: 'Add', intents: [addChild, addSiblingAfter, addSiblingBefore, addParentNode] },
  { title: 'Go', intents: [goToParent, ...arrows, selectAll] },
  { title: 'Write', intents: [editTitle, openPanel, closePanel, markDone, cycleStatus] },
  {
    title: 'Arrange',
    intents: [fold, toggleDescendants, colourDescendants, moveUp, moveDown, moveTo, addParentLink],
  },
  { title: 'Delete and undo', intents: [deleteBranch, deleteKeepingChildren, undo, redo] },
  { title: 'View', intents: [find, zoomIn, zoomOut, resetZoom, fitAll, openMenu, help] },
]

export const intents: readonly Intent[] = intentGroups.flatMap((group) => group.intents)
