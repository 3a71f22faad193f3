import { useSyncExternalStore } from 'react'
import type { Board } from '../../../data/board/board.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { LazyPlace, screenPart, stayOpen } from '../../../ui/lazy-part.tsx'

const EmptyGround = screenPart(async () => (await import('./EmptyGround.tsx')).EmptyGround)

/** What stands in a project that has no nodes. Most have some: it is loaded for those that do not. */
export const EmptyProject = ({ bench }: { readonly bench: Workbench }) =>
  useIsEmpty(bench.board) ? (
    <LazyPlace onFailed={stayOpen}>
      <EmptyGround bench={bench} />
    </LazyPlace>
  ) : null

const useIsEmpty = (board: Board): boolean =>
  useSyncExternalStore(
    (listener) => board.listen(listener),
    () => board.graph.livingCount === 0,
  )
