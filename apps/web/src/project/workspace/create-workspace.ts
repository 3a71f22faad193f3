import type { VisibilitySettings } from '@espalier/domain'
import type { ProjectClient } from '@espalier/sync'
import type { ReactNode } from 'react'
import { createCell, type WritableCell } from '../../platform/cell.ts'
import { emptyFilter, noLens, noMatches } from './filter-state.ts'
import type {
  MapHandle,
  NodeLens,
  NodeMatches,
  NodeSelection,
  OpenDialog,
  OpenDraft,
  OpenNodeMenu,
  PeopleSource,
  ProjectWorkspace,
  SearchState,
  ShownProposals,
  TitleEdit,
} from './project-workspace.ts'
import type { PlanView } from './plan-views.ts'
import { emptySearch } from './search-state.ts'
import {
  type ArrowSettings,
  type ChipSettings,
  defaultArrows,
  defaultChips,
  defaultMapTheme,
  defaultPointerSettings,
  type MapTheme,
  type OwnFolds,
  type PointerSettings,
} from './view-settings.ts'

/** The inputs of a map. */
export interface MapInputs {
  readonly client: ProjectClient
  readonly selection: WritableCell<NodeSelection>
  readonly editing: WritableCell<TitleEdit | null>
  readonly search: WritableCell<SearchState>
  readonly matches: WritableCell<NodeMatches>
  readonly lens: WritableCell<NodeLens>
  readonly visibility: WritableCell<VisibilitySettings>
  readonly chips: WritableCell<ChipSettings>
  readonly ownFolds: WritableCell<OwnFolds>
  /** Loads what looks up the people who are assigned to nodes. Omitted: nobody can be looked up. */
  readonly loadPeople?: () => Promise<PeopleSource>
}

/** Everything that a view of the plan beside the map gets. */
export interface PlanViewProps extends Pick<MapInputs, 'loadPeople'> {
  readonly workspace: ProjectWorkspace
}

interface WorkspaceOptions extends Pick<ProjectWorkspace, 'client' | 'visibility' | 'navigate' | 'notify'> {
  /** Defaults to everything. */
  readonly chips?: WritableCell<ChipSettings>
  /** Defaults to those of the selection. */
  readonly arrows?: WritableCell<ArrowSettings>
  readonly loadPeople?: () => Promise<PeopleSource>
  /** Both default to the standard settings. */
  readonly pointerSettings?: WritableCell<PointerSettings>
  readonly mapTheme?: WritableCell<MapTheme>
  /** Defaults to folds that are forgotten with the page. */
  readonly ownFolds?: WritableCell<OwnFolds>
  readonly createMap: (parts: MapInputs) => MapHandle
  /** Defaults to true. */
  readonly hasServer?: boolean
}

export function createProjectWorkspace({
  client,
  visibility,
  chips = createCell(defaultChips),
  arrows = createCell(defaultArrows),
  loadPeople,
  pointerSettings: settings,
  mapTheme,
  ownFolds = createCell<OwnFolds>(new Map()),
  navigate: goTo,
  notify: showNotice,
  createMap: createStage,
  hasServer = true,
}: WorkspaceOptions): ProjectWorkspace {
  const selection = createCell<NodeSelection>({ ids: new Set(), current: null })
  const editing = createCell<TitleEdit | null>(null)
  const find = createCell<SearchState>(emptySearch)
  const matches = createCell(noMatches)
  const lens = createCell(noLens)
  return {
    client,
    map: createStage({
      client,
      selection,
      editing,
      search: find,
      matches,
      lens,
      visibility,
      chips,
      ownFolds,
      ...(loadPeople !== undefined && { loadPeople }),
    }),
    view: createCell<PlanView>('map'),
    selection,
    editing,
    detailsNodeId: createCell<string | null>(null),
    isHistoryOpen: createCell(false),
    proposals: createCell<ShownProposals | null>(null),
    draft: createCell<OpenDraft | null>(null),
    search: find,
    filter: createCell(emptyFilter),
    matches,
    lens,
    menu: createCell<OpenNodeMenu | null>(null),
    dialog: createCell<OpenDialog | null>(null),
    titleOffers: createCell<ReactNode>(null),
    split: createCell<PlanView | null>(null),
    lateParts: createCell<ReactNode>(null),
    visibility,
    chips,
    arrows,
    ownFolds,
    pointerSettings: settings ?? createCell(defaultPointerSettings),
    mapTheme: mapTheme ?? createCell<MapTheme>(defaultMapTheme),
    burnupNodeId: createCell<string | null>(null),
    navigate: goTo,
    notify: showNotice,
    hasServer,
  }
}

/** Clears deleted nodes from the selection and the open panels. */
export function watchDeletedNodes(workspace: ProjectWorkspace): () => void {
  let isDue = false
  return workspace.client.listen(({ isStructural }) => {
    if (!isStructural || isDue) return
    isDue = true
    // The caller that deletes a node selects another one right afterwards.
    queueMicrotask(() => {
      isDue = false
      clearDeletedNodes(workspace)
    })
  })
}

function clearDeletedNodes(workspace: ProjectWorkspace): void {
  const isGone = (id: string | null | undefined): boolean => id != null && workspace.client.node(id) === undefined
  const { ids, current } = workspace.selection.get()
  const living = [...ids].filter((id) => !isGone(id))
  if (living.length < ids.size || isGone(current)) {
    workspace.selection.set({ ids: new Set(living), current: isGone(current) ? (living[0] ?? null) : current })
  }
  if (isGone(workspace.detailsNodeId.get())) workspace.detailsNodeId.set(null)
  if (isGone(workspace.editing.get()?.nodeId)) workspace.editing.set(null)
  if (isGone(workspace.menu.get()?.nodeId)) workspace.menu.set(null)
  const dialog = workspace.dialog.get()
  if (dialog !== null && 'nodeId' in dialog && isGone(dialog.nodeId)) workspace.dialog.set(null)
}
