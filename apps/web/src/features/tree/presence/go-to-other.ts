import type { Other } from '../../../data/presence/index.ts'
import { goTo, titleOf } from '../workbench/acting.ts'
import { showAnyway } from '../workbench/finding.ts'
import type { Workbench } from '../workbench/workbench.ts'

/** Goes to the node that somebody else stands on. */
export function goToOther(bench: Workbench, { name, nodeIds }: Other): void {
  const id = nodeIds.find((one) => bench.board.node(one) !== undefined)
  if (id === undefined) return bench.say(`${name} has nothing selected`)
  showAnyway(bench, id)
  bench.stage.reveal(id, { isCentred: true })
  goTo(bench, id)
  bench.stage.announce(`${name} is at ${titleOf(bench, id)}`)
}
