import type { NodeId } from '@espalier/domain'
import { sendBreakdown } from '../../../data/breakdown/index.ts'
import { isStored } from '../link/link-intents.ts'
import { isCanvasFocused, titleOf } from '../workbench/acting.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { BreakdownBar } from './BreakdownBar.tsx'
import { glideIn } from './glide-in.ts'
import { gatherIdeas } from './ideas.ts'
import { countOfIdeas } from './texts.ts'

/** Has a node broken down, and shows what comes of it. Everything else can be done meanwhile. */
export async function startBreakdown(bench: Workbench, nodeId: NodeId): Promise<void> {
  if (!(await isStored(bench.board)))
    return bench.say('The server cannot be reached: try again once you are online', 'failed')
  const title = titleOf(bench, nodeId)
  const ideas = gatherIdeas(bench.board, nodeId, (id) => glideIn(bench, nodeId, id))
  const bar = <BreakdownBar key={nodeId} bench={bench} ideas={ideas} />
  bench.over.set(bar)
  bench.stage.announce(`Breaking down ${title}`)
  const answer = await sendBreakdown(nodeId)
  if (!answer.ok) bench.say(answer.text, 'failed')
  await ideas.finish(answer.ok ? answer.ids : [])
  const count = ideas.shown.get().ids.length
  if (count === 0 && bench.over.get() === bar) bench.over.set(null)
  if (count === 0) return
  bench.stage.announce(`${countOfIdeas(count, title)}. Keep all, or edit or drop each.`)
  // Whoever has gone on to something else is left there.
  const isWaiting = bench.selection.get().current === nodeId && bench.editing.get() === null && isCanvasFocused()
  if (isWaiting && bench.over.get() === bar) document.getElementById('keep-ideas')?.focus()
}
