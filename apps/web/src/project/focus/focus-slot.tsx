import { useCell } from '../../platform/cell.ts'
import { LazyBoundary, leaveFallbackShown, preloadableComponent } from '../../ui/lazy-component.tsx'
import { getFocusedId } from '../workspace/focused-branch.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

const FocusBar = preloadableComponent(async () => (await import('./FocusBar.tsx')).FocusBar)

/** Tells whether one branch is shown alone. */
export const useIsFocused = ({ matches }: ProjectWorkspace): boolean => useCell(matches, getFocusedId) !== null

/** The breadcrumb is loaded with the first focused branch. */
export const FocusSlot = ({ workspace }: { readonly workspace: ProjectWorkspace }) =>
  useIsFocused(workspace) ? (
    <LazyBoundary onFailed={leaveFallbackShown}>
      <FocusBar workspace={workspace} />
    </LazyBoundary>
  ) : null
