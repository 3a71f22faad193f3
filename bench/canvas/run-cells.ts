import type { BenchOptions } from '../bench.ts'
import { launchBrowser } from './browser.ts'
import type { Cell } from './canvas-run.ts'
import { listContestants } from './contest.ts'
import { isAskedFor, type Plan } from './plan.ts'
import { type Extent, measureOnce, newCell, type RunningCell, type Scene, settled } from './running-cell.ts'

/**
 * A peer's cell that took this long is not repeated; a slower one is not tried at larger sizes, or the whole run would
 * take hours.
 */
const slowMs = { again: 10_000, larger: 25_000 }
/** After this time peers are not repeated any more, so that the run ends on a slow machine too. */
const peersMs = 11 * 60_000
/** Later turns measure only openings, because frames and CPU vary less. */
const wholeTurns = 6

/** Repetitions are outermost: a slow minute of the machine slows one repetition of all, not all of one. */
export async function runCells(plan: Plan, scene: Scene, log: BenchOptions['log']): Promise<Cell[]> {
  const running = plan.sizes.flatMap((size) =>
    plan.subjects.filter((subject) => isAskedFor(subject, size)).map((subject) => newCell(subject, size)),
  )
  let browser = await launchBrowser()
  const measure = async (cell: RunningCell, extent: Extent, when: string): Promise<void> => {
    const { hasHung } = await measureOnce(browser, cell, extent, scene)
    log(`${when}: ${describeCell(cell)}`)
    if (!hasHung) return
    // A page that never yields cannot be closed, but its browser can.
    await browser.close()
    browser = await launchBrowser()
  }
  const began = performance.now()
  try {
    for (let round = 0; round < plan.repetitions; round += 1) {
      for (const cell of running) {
        const isLate = round > 0 && cell.subject.kind === 'peer' && performance.now() - began > peersMs
        if (!isLate && isWanted(cell, running)) await measure(cell, 'whole', `round ${round + 1}/${plan.repetitions}`)
      }
    }
    const contestants = listContestants(running)
    for (let turn = 0; turn < plan.turns; turn += 1) {
      for (const { cell, extent } of contestants) {
        await measure(cell, turn < wholeTurns ? extent : 'opening', `turn ${turn + 1}/${plan.turns}`)
      }
    }
  } finally {
    await browser.close()
  }
  return running.map(settled)
}

const describeCell = ({ subject, size, results, trouble }: RunningCell) =>
  `${size} ${subject.name} ${results.at(-1)?.open.ms.toFixed(0) ?? '-'} ms ${trouble ?? ''}`

/** Skips a peer that is too slow, or was at a smaller size already. */
function isWanted(cell: RunningCell, running: readonly RunningCell[]): boolean {
  if (cell.subject.kind !== 'peer') return true
  if (cell.seconds * 1000 > slowMs.again) {
    cell.trouble ??= `took ${cell.seconds.toFixed(0)} s`
    return false
  }
  const slow = running.find(
    ({ subject, size, seconds }) => subject === cell.subject && size < cell.size && seconds * 1000 > slowMs.larger,
  )
  if (slow) cell.trouble = `not tried: ${slow.size} nodes took ${slow.seconds.toFixed(0)} s`
  return slow === undefined
}
