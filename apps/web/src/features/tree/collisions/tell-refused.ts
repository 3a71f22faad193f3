import type { Refused } from '../../../data/board/board.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'

/** Says why changes were taken back. Of several at once, and of those made long before, it lists which. */
export function notifyRejectedChanges({ board, notify: say }: ProjectWorkspace): () => void {
  let waiting: Refused[] = []
  return board.onRefused((_text, refused) => {
    waiting.push(refused)
    if (waiting.length > 1) return
    // Those of one request are told in one breath.
    queueMicrotask(() => {
      const all = waiting
      waiting = []
      say(describeRejectedChanges(all), 'failed')
    })
  })
}

function describeRejectedChanges(refused: readonly Refused[]): string {
  const [first] = refused
  if (first === undefined) return ''
  if (refused.length === 1 && !first.isLate) return first.text
  const head = refused.length === 1 ? '1 change was not saved:' : `${refused.length} changes were not saved:`
  return [head, ...refused.map(({ change, text }) => `${change}: ${text}`)].join('\n')
}
