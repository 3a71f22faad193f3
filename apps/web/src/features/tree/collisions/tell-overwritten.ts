import { plainTextOf } from '@espalier/domain'
import type { Overwritten } from '@espalier/replica'
import { toast } from '../../../ui/toasts/toast.ts'
import { isMade, titleOf } from '../workbench/acting.ts'
import type { Workbench } from '../workbench/workbench.ts'

/** Says that somebody else's text has taken the place of mine, and offers mine back. */
export function tellOverwritten(bench: Workbench): () => void {
  return bench.board.onOverwritten((lost) =>
    toast.warning(textOf(bench, lost), {
      isPersistent: true,
      action: { label: 'Restore my text', run: () => restore(bench, lost) },
    }),
  )
}

function textOf(bench: Workbench, { id, field, mine, theirs }: Overwritten): string {
  if (field === 'title') return `Someone else renamed “${plainTextOf(mine)}” to “${plainTextOf(theirs)}”`
  return `Someone else changed your description of “${titleOf(bench, id)}”`
}

function restore(bench: Workbench, { id, field, mine }: Overwritten): void {
  const fields = field === 'title' ? { title: mine } : { body: mine }
  if (isMade(bench, bench.board.edits.change(id, fields))) bench.stage.announce('Your text is back')
}
