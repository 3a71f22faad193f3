import type { VisibilitySettings } from '@espalier/domain'
import type { ProjectClient } from '@espalier/sync'
import type { ReactNode } from 'react'
import { createCell, type WritableCell } from '../../platform/cell.ts'
import type {
  MapHandle,
  NodeSelection,
  OpenDialog,
  OpenNodeMenu,
  ProjectWorkspace,
  SearchState,
  TitleEdit,
} from './project-workspace.ts'
import { emptySearch } from './search-state.ts'
import {
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
  readonly visibility: WritableCell<VisibilitySettings>
  readonly ownFolds: WritableCell<OwnFolds>
}

interface WorkspaceOptions extends Pick<ProjectWorkspace, 'client' | 'visibility' | 'navigate' | 'notify'> {
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
  return {
    client,
    map: createStage({ client, selection, editing, search: find, visibility, ownFolds }),
    selection,
    editing,
    detailsNodeId: createCell<string | null>(null),
    isHistoryOpen: createCell(false),
    search: find,
    menu: createCell<OpenNodeMenu | null>(null),
    dialog: createCell<OpenDialog | null>(null),
    overlay: createCell<ReactNode>(null),
    titleOffers: createCell<ReactNode>(null),
    visibility,
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
