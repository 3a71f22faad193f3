import { type ReactNode } from 'react'
import { useCell } from '../../../platform/cell.ts'
import type { MapController } from '../canvas/stage.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import { LazyBoundary, preloadableComponent } from '../../../ui/lazy-part.tsx'

const PeopleHere = preloadableComponent(async () => (await import('./PeopleHere.tsx')).PeopleHere)
const OthersLayer = preloadableComponent(async () => (await import('./OthersLayer.tsx')).OthersLayer)

interface LazyPeopleProps {
  readonly workspace: ProjectWorkspace
}

/** Most projects are looked at by one person: what shows the others is loaded when the first one comes. */
export const LazyPeopleHere = ({ workspace }: LazyPeopleProps) => (
  <WhenOthersPresent workspace={workspace}>
    <PeopleHere workspace={workspace} />
  </WhenOthersPresent>
)

interface LazyOthersLayerProps extends LazyPeopleProps {
  readonly map: MapController
  readonly part: 'outlines' | 'names'
}

export const LazyOthersLayer = ({ workspace, map, part }: LazyOthersLayerProps) => (
  <WhenOthersPresent workspace={workspace}>
    <OthersLayer workspace={workspace} map={map} part={part} />
  </WhenOthersPresent>
)

function WhenOthersPresent({ workspace, children }: LazyPeopleProps & { readonly children: ReactNode }) {
  const isAlone = useCell(workspace.board.presence.others, (others) => others.length === 0)
  return isAlone ? null : <LazyBoundary>{children}</LazyBoundary>
}
