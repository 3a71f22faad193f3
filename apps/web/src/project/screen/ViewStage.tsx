import { type ComponentType, useEffect, useLayoutEffect, useRef } from 'react'
import { LazyBoundary, leaveFallbackShown, preloadableComponent } from '../../ui/lazy-component.tsx'
import { MapView } from '../map/MapView.tsx'
import type { PlanViewProps } from '../workspace/create-workspace.ts'
import type { PlanView } from '../workspace/plan-views.ts'

/** The views beside the map; each is loaded when it is first opened, or when the page is idle. */
const otherViews: Readonly<Record<Exclude<PlanView, 'map'>, ComponentType<PlanViewProps>>> = {
  outline: preloadableComponent(async () => (await import('../outline/OutlineView.tsx')).OutlineView),
  timeline: preloadableComponent(async () => (await import('../timeline/TimelineView.tsx')).TimelineView),
  table: preloadableComponent(async () => (await import('../table/TableView.tsx')).TableView),
  board: preloadableComponent(async () => (await import('../board/BoardView.tsx')).BoardView),
  calendar: preloadableComponent(async () => (await import('../calendar/CalendarView.tsx')).CalendarView),
}

interface ViewStageProps extends PlanViewProps {
  readonly view: PlanView
}

/** Shows the open view. The workspace stays, and with it the selection, the filter, undo and the panels. */
export function ViewStage({ view, ...props }: ViewStageProps) {
  const { workspace } = props
  useLayoutEffect(() => {
    workspace.view.set(view)
    // Leaving the view or the screen, a redirect to the login or a lost project end an edit like a click elsewhere: the
    // text is saved.
    return () => workspace.editing.set(null)
  }, [workspace, view])
  const before = useRef(view)
  useEffect(() => {
    const { current } = workspace.selection.get()
    // The other views show the selected node when they appear.
    if (before.current !== view && view === 'map' && current !== null) workspace.map.reveal(current)
    before.current = view
  }, [workspace, view])
  if (view === 'map') return <MapView workspace={workspace} />
  const View = otherViews[view]
  return (
    <LazyBoundary key={view} onFailed={leaveFallbackShown}>
      <View {...props} />
    </LazyBoundary>
  )
}
