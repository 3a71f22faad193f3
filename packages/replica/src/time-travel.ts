import {
  accept,
  effectiveSteps,
  type NodeDiff,
  type NodeId,
  redo,
  refuse,
  type Replay,
  type Result,
  undo,
  undoSteps,
} from '@espalier/domain'
import type { Attempted, Copy } from './copy.ts'
import { fieldsOf, isReposition } from './fields.ts'
import type { Past, PastStep } from './past.ts'
import type { Present } from './present.ts'
import { told } from './refusal-text.ts'
import { requestsFor } from './requests-for.ts'

interface Travel {
  readonly present: Present
  readonly copy: Copy
  readonly past: Past
}

/** Goes one step back or forth, wholly or not at all. Answers the nodes that it concerned. */
export function travel({ present, copy, past }: Travel, direction: 'undo' | 'redo'): Result<readonly NodeId[], string> {
  const read = (id: NodeId) => {
    const node = present.record(id)
    return node === undefined ? undefined : fieldsOf(node)
  }
  const replay = direction === 'undo' ? undo(past.history, read) : redo(past.history, read)
  if (!replay.ok) return refuse(direction === 'undo' ? 'There is nothing to undo' : 'There is nothing to redo')
  const wanted = effectiveSteps(replay.value.steps)
  const attempted = copy.attempt<null>((step) => {
    for (const request of requestsFor(wanted)) {
      const stepped = step(request)
      if (!stepped.ok) return told(stepped)
    }
    return accept(null)
  })
  if (!attempted.ok) return attempted
  remember(past, direction, replay.value, attempted.value)
  return accept([...new Set(wanted.map(({ id }) => id))])
}

/** What the steps did to others, as when a deleted node's children move up, is on the way back too. */
function remember(
  past: Past,
  direction: 'undo' | 'redo',
  { history, steps }: Replay,
  { steps: made }: Attempted<null>,
) {
  const meant = new Set(steps.map(({ id }) => id))
  const besides = made.flatMap(({ diffs }) => diffs).filter((diff) => !meant.has(diff.id) && !isReposition(diff))
  const done: readonly NodeDiff[] = [...besides, ...steps]
  const group = direction === 'undo' ? undoSteps(done) : done
  const operations: PastStep[] = made.map(({ operationId, diffs }) => {
    const ids = new Set(diffs.map(({ id }) => id))
    return { operationId, diffs: group.filter(({ id }) => ids.has(id)) }
  })
  past.replace(
    direction === 'undo'
      ? { undo: history.undo, redo: [...history.redo.slice(0, -1), group] }
      : { undo: [...history.undo.slice(0, -1), group], redo: history.redo },
    operations,
  )
}
