import type { VisibilitySettings } from '@espalier/domain'
import type { ReactNode } from 'react'
import type { Board } from '../../../data/board/board.ts'
import { createCell, type WritableCell } from '../../../platform/cell.ts'
import { emptySearch } from './finding.ts'
import { defaultPointerSettings, type PointerSettings } from './view-settings.ts'
import type { TitleEdit, SearchState, OpenDialog, OpenNodeMenu, OwnFolds, NodeSelection, MapHandle, ProjectWorkspace } from './workbench.ts'

/** What a map is made of. */
export interface MapInputs {
  readonly board: Board
  readonly selection: WritableCell<NodeSelection>
  readonly editing: WritableCell<TitleEdit | null>
  readonly search: WritableCell<SearchState>
  readonly visibility: WritableCell<VisibilitySettings>
  readonly ownFolds: WritableCell<OwnFolds>
}

interface WorkspaceOptions extends Pick<ProjectWorkspace, 'board' | 'visibility' | 'navigate' | 'notify'> {
  /** Left out: as everybody begins. */
  readonly pointerSettings?: WritableCell<PointerSettings>
  readonly createMap: (parts: MapInputs) => MapHandle
}

export function createProjectWorkspace({ board, visibility, pointerSettings: hand, navigate: goTo, notify: say, createMap: createStage }: WorkspaceOptions): ProjectWorkspace {
  const selection = createCell<NodeSelection>({ ids: new Set(), current: null })
  const editing = createCell<TitleEdit | null>(null)
  const find = createCell<SearchState>(emptySearch)
  const ownFolds = createCell<OwnFolds>(new Map())
  return {
    board,
    map: createStage({ board, selection, editing, search: find, visibility, ownFolds }),
    selection,
    editing,
    detailsNodeId: createCell<string | null>(null),
    isHistoryOpen: createCell(false),
    search: find,
    menu: createCell<OpenNodeMenu | null>(null),
    dialog: createCell<OpenDialog | null>(null),
    overlay: createCell<ReactNode>(null),
    visibility,
    ownFolds,
    pointerSettings: hand ?? createCell(defaultPointerSettings),
    burnupNodeId: createCell<string | null>(null),
    navigate: goTo,
    notify: say,
  }
}
