import type { NodeId } from '@espalier/domain'
import { uncoverNode } from '../panel/make-room.ts'
import { goToNode, getPlainTitle } from '../workbench/acting.ts'
import { showHiddenNode } from '../workbench/finding.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import styles from './Burnup.module.css'

/** A card this wide leaves no room beside it. */
const wideCardRatio = 0.6

/** Goes to a node, and moves it out from under the chart. */
export function goToStepNode(workspace: ProjectWorkspace, id: NodeId): void {
  showHiddenNode(workspace, id)
  workspace.map.reveal(id, { isCentred: true })
  goToNode(workspace, id)
  workspace.map.announce(`At ${getPlainTitle(workspace, id)}`)
  requestAnimationFrame(() => requestAnimationFrame(() => uncoverFromCard(workspace, id)))
}

function uncoverFromCard(workspace: ProjectWorkspace, id: NodeId): void {
  const card = document.querySelector(`.${styles.card}`)?.getBoundingClientRect()
  if (card === undefined) return
  const { left, top, width, height } = card
  const isWide = width > window.innerWidth * wideCardRatio
  uncoverNode(workspace.map, id, isWide ? { left: 0, top, width: left + width, height } : { left, top, width, height })
}
