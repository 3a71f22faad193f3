import { useCell } from '../../platform/cell.ts'
import { closeAndReopenCell, LazyBoundary, preloadableComponent } from '../../ui/lazy-component.tsx'
import { noLens } from '../workspace/filter-state.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

const LensBar = preloadableComponent(async () => (await import('./LensBar.tsx')).LensBar)

/** The schedule is loaded with the first lens. */
export function LensSlot({ workspace }: { readonly workspace: ProjectWorkspace }) {
  return useCell(workspace.lens, ({ kind }) => kind !== 'none') ? (
    <LazyBoundary onFailed={closeAndReopenCell(workspace.lens, noLens)}>
      <LensBar workspace={workspace} />
    </LazyBoundary>
  ) : null
}
