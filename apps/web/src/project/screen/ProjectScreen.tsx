import { canEdit, findRole, projectStatuses } from '@espalier/domain'
import type { OpenedProject, ProjectClient } from '@espalier/sync'
import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useAccess } from '../../api/account/access.ts'
import { useCell } from '../../platform/cell.ts'
import { preloadCode, registerForPreload } from '../../platform/code-loading.ts'
import { phoneScreen, useMediaQuery } from '../../platform/media-query.ts'
import { removeFirstView, removePicture } from '../../platform/plan-picture.ts'
import { useNavigate } from '../../platform/router.tsx'
import { afterPaint } from '../../platform/timing.ts'
import { isProjectPainted } from '../../shared/page-content.ts'
import { pageSource } from '../../shared/palette.ts'
import { projectScreenTexts } from '../../texts/project-screen.ts'
import { useFocusOnNavigation, usePageTitle } from '../../ui/Page.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { closeAndReopenCell, leaveFallbackShown, LazyBoundary, preloadableComponent } from '../../ui/lazy-component.tsx'
import { notifyOverwrittenTexts, notifyRejectedChanges, showNotice } from '../actions/edit-notices.ts'
import { watchUndoOffers } from '../actions/undo-offers.ts'
import { getTitleSession } from '../editor/title-session.ts'
import { FocusSlot, useIsFocused } from '../focus/focus-slot.tsx'
import { useKeyboard } from '../keyboard/use-keyboard.ts'
import { LensSlot } from '../lens/lens-slot.tsx'
import { publishOwnSelection } from '../map/presence/presence.tsx'
import { createMapController } from '../map/rendering/map-controller.ts'
import type { ProjectToolbarProps } from '../toolbar/ProjectToolbar.tsx'
import { createProjectWorkspace, watchDeletedNodes } from '../workspace/create-workspace.ts'
import { emptyFilter, isFilterShown } from '../workspace/filter-state.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import type { PlanView } from '../workspace/plan-views.ts'
import { loadViewSettings } from '../workspace/view-settings.ts'
import { DetailsSlot, DialogSlot, HistorySlot, MenuSlot, ProposalsSlot } from './PanelSlots.tsx'
import type { ReadOnlyNoticeProps } from './ReadOnlyNotice.tsx'
import { ViewStage } from './ViewStage.tsx'
import { useAddressHash } from './address-hash.ts'
import { getReadOnlyReason, type ReadOnlyReason } from './read-only-reason.ts'
import styles from './ProjectScreen.module.css'

// One file has these three (`page-routes.ts`). It is requested when the nodes are painted.
const ProjectToolbar = preloadableComponent(async () => (await import('../toolbar/ProjectToolbar.tsx')).ProjectToolbar)
const SearchBar = preloadableComponent(async () => (await import('../search/SearchBar.tsx')).SearchBar)
const ZoomControls = preloadableComponent(async () => (await import('../toolbar/ZoomControls.tsx')).ZoomControls)
const BurnupPanel = preloadableComponent(async () => (await import('../burnup/BurnupPanel.tsx')).BurnupPanel)
const NodeActionBar = preloadableComponent(async () => (await import('../toolbar/NodeActionBar.tsx')).NodeActionBar)
const FilterBar = preloadableComponent(async () => (await import('../filter/FilterBar.tsx')).FilterBar)

const loadLateParts = registerForPreload(() => import('./late-parts.tsx'))
const loadPaletteSource = registerForPreload(() => import('../commands/palette-source.ts'))

interface ProjectScreenProps {
  readonly opening: OpenedProject
  /** Null: an anonymous visitor. */
  readonly userId: string | null
  readonly view: PlanView
}

const loadPeople = async () => (await import('../../api/people.ts')).peopleStore

/** Shows an open project: its toolbar, its canvas and everything over it. */
export function ProjectScreen({ opening, userId, view }: ProjectScreenProps) {
  const { client } = opening
  const navigate = useNavigate()
  const [{ workspace, metrics, position }] = useState(() => {
    const {
      visibility,
      chips,
      arrows,
      metrics,
      ownFolds,
      position,
      pointerSettings: hand,
      mapTheme,
    } = loadViewSettings(userId, client.projectId)
    const goTo = (address: string) => void navigate(address)
    return {
      workspace: createProjectWorkspace({
        client,
        visibility,
        chips,
        arrows,
        loadPeople,
        ownFolds,
        pointerSettings: hand,
        mapTheme,
        navigate: goTo,
        notify: showNotice,
        createMap: createMapController,
      }),
      metrics,
      position,
    }
  })
  const main = useRef<HTMLElement>(null)
  usePageTitle(useCell(client.project, ({ title }) => title) || projectScreenTexts.project, afterPaint)
  useFocusOnNavigation(main)
  const rights = useEditRights(opening, userId)
  useScreenSubscriptions(workspace)
  useKeyboard(workspace)
  useAddressHash(workspace, position)
  useLateParts(workspace, main, userId)
  usePreloadedParts(workspace)
  return (
    <main ref={main} id="main" tabIndex={-1} className={styles.screen} data-project-screen="">
      <ToolbarSlot workspace={workspace} metrics={metrics} />
      <div className={styles.stage}>
        <Ground workspace={workspace}>
          <div className={styles.canvas}>
            <ViewStage workspace={workspace} view={view} loadPeople={loadPeople} />
          </div>
          <FilterSlot workspace={workspace} />
          <FocusSlot workspace={workspace} />
          <LensSlot workspace={workspace} />
          <EmptyProjectSlot workspace={workspace} />
          <ReadOnlySlot workspace={workspace} {...rights} />
          <ViewToolsSlot workspace={workspace} />
          <OverlaySlot workspace={workspace} />
          <BurnupSlot workspace={workspace} metrics={metrics} />
        </Ground>
        <DetailsSlot workspace={workspace} />
        <HistorySlot workspace={workspace} />
        <ProposalsSlot workspace={workspace} />
      </div>
      <NodeActionSlot workspace={workspace} />
      <MenuSlot workspace={workspace} />
      <DialogSlot workspace={workspace} />
    </main>
  )
}

/** The canvas and what lies over it. A style with `:has()` would be computed again with every drawn node. */
function Ground({ workspace, children }: { readonly workspace: ProjectWorkspace; readonly children: ReactNode }) {
  return (
    <div
      className={styles.ground}
      data-filtered={useCell(workspace.filter, isFilterShown) || undefined}
      data-focused={useIsFocused(workspace) || undefined}
    >
      {children}
    </div>
  )
}

/** The toolbar is rendered after the nodes are painted, so that it does not delay the project. */
function ToolbarSlot(props: ProjectToolbarProps) {
  const isReady = useCell(props.workspace.map.isReady)
  const title = useCell(props.workspace.client.project, (project) => project.title) || projectScreenTexts.project
  // The page has its heading from the start: the toolbar, which shows it, comes later.
  const place = (
    <div className={styles.toolsPlace}>
      <h1 translate="no">
        <VisuallyHidden>{title}</VisuallyHidden>
      </h1>
    </div>
  )
  useEffect(() => {
    if (!isReady) return
    removeFirstView()
    isProjectPainted.set(true)
  }, [isReady])
  return isReady ? (
    <LazyBoundary fallback={place} onFailed={leaveFallbackShown}>
      <ProjectToolbar {...props} />
      <PictureEnd />
    </LazyBoundary>
  ) : (
    place
  )
}

/** The picture of the last visit stays until everything that it shows is there. */
function PictureEnd() {
  useEffect(() => afterPaint(removePicture), [])
  return null
}

/** The tools over the canvas are rendered after the nodes, too. */
function ViewToolsSlot({ workspace }: { readonly workspace: ProjectWorkspace }) {
  return useCell(workspace.map.isReady) ? (
    <LazyBoundary>
      <SearchBar workspace={workspace} />
      <ZoomControls workspace={workspace} />
    </LazyBoundary>
  ) : null
}

/** Lets the project be edited by those who may: sharing and access change while the screen is open. */
function useEditRights({ client, allowEditing }: OpenedProject, userId: string | null) {
  const access = useAccess()
  const project = useCell(client.project)
  const hasProductAccess = access.kind === 'known' && access.hasAccess
  const status = projectStatuses.find((one) => one === project.status) ?? 'deleted'
  const role = findRole(userId, project)
  const can = canEdit({ role, status, hasProductAccess })
  const [couldEdit, setCouldEdit] = useState(false)
  if (can && !couldEdit) setCouldEdit(true)
  useEffect(() => allowEditing(can), [allowEditing, can])
  const isKnown = access.kind === 'none' || access.kind === 'known'
  return {
    reason: can || !isKnown ? null : getReadOnlyReason(role, status),
    couldEdit,
    canUndelete: hasProductAccess && role === 'owner',
  }
}

function useScreenSubscriptions(workspace: ProjectWorkspace): void {
  useEffect(() => {
    const stops = [
      watchDeletedNodes,
      notifyRejectedChanges,
      notifyOverwrittenTexts,
      publishOwnSelection,
      watchUndoOffers,
    ].map((tend) => tend(workspace))
    return () => {
      for (const stop of stops) stop()
    }
  }, [workspace])
  useEffect(() => {
    pageSource.set(async () => (await loadPaletteSource()).createPaletteSource(workspace))
    return () => pageSource.set(null)
  }, [workspace])
}

/** After the nodes are painted, the code of every action is loaded, so that it works offline too. */
function usePreloadedParts({ map }: ProjectWorkspace): void {
  const isReady = useCell(map.isReady)
  useEffect(() => {
    if (isReady) void preloadCode()
  }, [isReady])
}

/** Everything that a plan can do without in its first second is loaded after the nodes are painted. */
function useLateParts(workspace: ProjectWorkspace, screen: RefObject<HTMLElement | null>, userId: string | null): void {
  const isReady = useCell(workspace.map.isReady)
  useEffect(() => {
    const place = screen.current
    if (!isReady || place === null) return undefined
    let stop: (() => void) | undefined
    let isLeft = false
    // The page works without these parts; `preloadCode` requests them again.
    void loadLateParts().then(
      ({ startLateParts }) => {
        if (!isLeft) stop = startLateParts(workspace, place, userId)
      },
      () => undefined,
    )
    return () => {
      isLeft = true
      stop?.()
    }
  }, [isReady, workspace, screen, userId])
}

const OverlaySlot = ({ workspace }: { readonly workspace: ProjectWorkspace }) => (
  <>
    {useCell(workspace.titleOffers)}
    {useCell(workspace.lateParts)}
  </>
)

/** The rules of the filter are loaded with the box, or with an address that has a filter. */
function FilterSlot({ workspace }: { readonly workspace: ProjectWorkspace }) {
  return useCell(workspace.filter, isFilterShown) ? (
    <LazyBoundary onFailed={closeAndReopenCell(workspace.filter, emptyFilter)}>
      <FilterBar workspace={workspace} />
    </LazyBoundary>
  ) : null
}

/** The chart is shown by its setting, or for a requested branch. */
function BurnupSlot({ workspace, metrics }: ProjectToolbarProps) {
  const isOn = useCell(metrics, ({ showBurnup }) => showBurnup)
  const isAsked = useCell(workspace.burnupNodeId, (id) => id !== null)
  return isOn || isAsked ? (
    <LazyBoundary onFailed={leaveFallbackShown}>
      <BurnupPanel workspace={workspace} metrics={metrics} />
    </LazyBoundary>
  ) : null
}

/** Phones have no room for buttons at each node, and nobody can press a Tab key there. */
function NodeActionSlot({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const isPhone = useMediaQuery(phoneScreen)
  const canEdit = useCell(workspace.client.canEdit)
  return isPhone && canEdit ? (
    <div className={styles.thumbPlace}>
      <LazyBoundary onFailed={leaveFallbackShown}>
        <NodeActionBar workspace={workspace} />
      </LazyBoundary>
    </div>
  ) : null
}

interface ReadOnlySlotProps extends Pick<ReadOnlyNoticeProps, 'workspace' | 'canUndelete'> {
  readonly reason: ReadOnlyReason | null
  /** The person could edit after the project was opened. */
  readonly couldEdit: boolean
}

/** Loads the notice only when needed. If it cannot be loaded, the project is still readable without it. */
function ReadOnlySlot({ workspace, reason, couldEdit, canUndelete }: ReadOnlySlotProps) {
  const [Notice, setNotice] = useState<ComponentType<ReadOnlyNoticeProps> | null>(null)
  const isNeeded = reason !== null
  useEffect(() => {
    if (!isNeeded) return
    void import('./ReadOnlyNotice.tsx').then(
      ({ ReadOnlyNotice: AccessNotice }) => setNotice(() => AccessNotice),
      () => undefined,
    )
  }, [isNeeded])
  if (reason === null || Notice === null) return null
  const takeTypedText = () => abandonTitleEdit(workspace)
  return <Notice {...{ workspace, reason, canUndelete }} takeTypedText={couldEdit ? takeTypedText : null} />
}

/** Closes the title editor and returns its unsaved text. */
export function abandonTitleEdit(workspace: ProjectWorkspace): string | null {
  const editing = workspace.editing.get()
  return editing === null ? null : getTitleSession(workspace, editing).abandon()
}

const EmptyProjectPanel = preloadableComponent(async () => (await import('./EmptyProjectPanel.tsx')).EmptyProjectPanel)

/** Shown in a project without nodes, and loaded only then. */
export const EmptyProjectSlot = ({ workspace }: { readonly workspace: ProjectWorkspace }) =>
  useIsProjectEmpty(workspace.client) ? (
    <LazyBoundary onFailed={leaveFallbackShown}>
      <EmptyProjectPanel workspace={workspace} />
    </LazyBoundary>
  ) : null

const useIsProjectEmpty = (client: ProjectClient): boolean =>
  useSyncExternalStore(
    (listener) => client.listen(listener),
    () => client.graph.livingCount === 0,
  )
