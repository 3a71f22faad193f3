import type { NodeId } from '@espalier/domain'
import { makeRoom } from '../panel/make-room.ts'
import { goTo, titleOf } from '../workbench/acting.ts'
import { showAnyway } from '../workbench/finding.ts'
import type { Workbench } from '../workbench/workbench.ts'
import styles from './Burnup.module.css'

/** A card this wide leaves no room beside it. */
const wideShare = 0.6

/** Goes to a node, and moves it out from under the chart. */
export function goToStepNode(bench: Workbench, id: NodeId): void {
  showAnyway(bench, id)
  bench.stage.reveal(id, { isCentred: true })
  goTo(bench, id)
  bench.stage.announce(`At ${titleOf(bench, id)}`)
  requestAnimationFrame(() => requestAnimationFrame(() => uncover(bench, id)))
}

function uncover(bench: Workbench, id: NodeId): void {
  const card = document.querySelector(`.${styles.card}`)?.getBoundingClientRect()
  if (card === undefined) return
  const { left, top, width, height } = card
  const isWide = width > window.innerWidth * wideShare
  makeRoom(bench.stage, id, isWide ? { left: 0, top, width: left + width, height } : { left, top, width, height })
}
