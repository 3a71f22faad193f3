import type { ReactNode } from 'react'
import { useCell } from '../../../platform/cell.ts'
import { LazyBoundary, preloadableComponent } from '../../../ui/lazy-component.tsx'
import type { ProjectWorkspace } from '../../workspace/project-workspace.ts'
import type { MapController } from '../rendering/map-controller.ts'

const PeopleHere = preloadableComponent(async () => (await import('./PeopleHere.tsx')).PeopleHere)
const OthersLayer = preloadableComponent(async () => (await import('./OthersLayer.tsx')).OthersLayer)

interface LazyPeopleProps {
  readonly workspace: ProjectWorkspace
}

/** Most projects are open for one person: the code that shows others is loaded when the first one arrives. */
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
  const isAlone = useCell(workspace.client.presence.others, (others) => others.length === 0)
  return isAlone ? null : <LazyBoundary>{children}</LazyBoundary>
}

/** Shares the own selection while this screen is open. */
export function publishOwnSelection({ client, selection }: ProjectWorkspace): () => void {
  const show = (): void => {
    const { ids, current } = selection.get()
    const others = [...ids].filter((id) => id !== current)
    client.presence.shareSelection(current === null ? others : [current, ...others])
  }
  show()
  return selection.subscribe(show)
}
