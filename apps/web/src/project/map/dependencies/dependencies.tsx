import { useSyncExternalStore } from 'react'
import { useCell } from '../../../platform/cell.ts'
import { LazyBoundary, leaveFallbackShown, preloadableComponent } from '../../../ui/lazy-component.tsx'
import type { ProjectWorkspace } from '../../workspace/project-workspace.ts'
import type { MapController } from '../rendering/map-controller.ts'

const DependencyLayer = preloadableComponent(async () => (await import('./DependencyLayer.tsx')).DependencyLayer)

interface LazyDependenciesProps {
  readonly workspace: ProjectWorkspace
  readonly map: MapController
}

/** Most projects have no blockers, and most of the others show arrows only for a selection: their code is loaded then. */
export function LazyDependencies({ workspace, map }: LazyDependenciesProps) {
  const { client, selection, arrows } = workspace
  const isReady = useCell(map.isReady)
  const isAnySelected = useCell(selection, ({ ids }) => ids.size > 0)
  const areAllShown = useCell(arrows, ({ showAll }) => showAll)
  const hasBlockers = useSyncExternalStore(
    (listener) => client.listen(listener),
    () => client.graph.hasBlockers,
  )
  return isReady && hasBlockers && (isAnySelected || areAllShown) ? (
    <LazyBoundary onFailed={leaveFallbackShown}>
      <DependencyLayer workspace={workspace} map={map} />
    </LazyBoundary>
  ) : null
}
