import { useSyncExternalStore } from 'react'
import type { Board } from '../../../data/board/board.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import { LazyBoundary, preloadableComponent, keepFallback } from '../../../ui/lazy-part.tsx'

const EmptyProjectPanel = preloadableComponent(async () => (await import('./EmptyGround.tsx')).EmptyProjectPanel)

/** What stands in a project that has no nodes. Most have some: it is loaded for those that do not. */
export const EmptyProjectSlot = ({ workspace }: { readonly workspace: ProjectWorkspace }) =>
  useIsProjectEmpty(workspace.board) ? (
    <LazyBoundary onFailed={keepFallback}>
      <EmptyProjectPanel workspace={workspace} />
    </LazyBoundary>
  ) : null

const useIsProjectEmpty = (board: Board): boolean =>
  useSyncExternalStore(
    (listener) => board.listen(listener),
    () => board.graph.livingCount === 0,
  )
