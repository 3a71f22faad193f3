import { useEffect, useState } from 'react'
import { currentPersonId } from '../../api/session/session.ts'
import { useCell } from '../../platform/cell.ts'
import { whenIdle } from '../../platform/timing.ts'
import { closeAndReopenCell, LazyBoundary, leaveFallbackShown, preloadableComponent } from '../../ui/lazy-component.tsx'
import { noLens } from '../workspace/filter-state.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

const LensBar = preloadableComponent(async () => (await import('./LensBar.tsx')).LensBar)

const AwayLine = preloadableComponent(async () => (await import('../away/AwayLine.tsx')).AwayLine)

interface LensSlotProps {
  readonly workspace: ProjectWorkspace
}

/** The schedule is loaded with the first lens. */
export const LensSlot = ({ workspace }: LensSlotProps) => (
  <>
    {useCell(workspace.lens, ({ kind }) => kind !== 'none') && (
      <LazyBoundary onFailed={closeAndReopenCell(workspace.lens, noLens)}>
        <LensBar workspace={workspace} />
      </LazyBoundary>
    )}
    <AwaySlot workspace={workspace} />
  </>
)

/** The changes since the last visit are asked for when everything else is there. */
function AwaySlot({ workspace }: LensSlotProps) {
  const isReady = useCell(workspace.map.isReady)
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    if (isReady && workspace.hasServer && currentPersonId() !== null) whenIdle(() => setIsIdle(true))
  }, [isReady, workspace])
  return isIdle ? (
    <LazyBoundary onFailed={leaveFallbackShown}>
      <AwayLine workspace={workspace} />
    </LazyBoundary>
  ) : null
}
