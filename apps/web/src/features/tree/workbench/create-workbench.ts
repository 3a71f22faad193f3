import type { VisibilitySettings } from '@espalier/domain'
import type { ReactNode } from 'react'
import type { Board } from '../../../data/board/board.ts'
import { createCell, type WritableCell } from '../../../platform/cell.ts'
import { noFind } from './finding.ts'
import { defaultHand, type HandSettings } from './view-settings.ts'
import type { Editing, Find, OpenDialog, OpenMenu, OwnFolds, Selection, Stage, Workbench } from './workbench.ts'

/** What a stage is made of. */
export interface StageParts {
  readonly board: Board
  readonly selection: WritableCell<Selection>
  readonly editing: WritableCell<Editing | null>
  readonly find: WritableCell<Find>
  readonly visibility: WritableCell<VisibilitySettings>
  readonly ownFolds: WritableCell<OwnFolds>
}

interface BenchParts extends Pick<Workbench, 'board' | 'visibility' | 'goTo' | 'say'> {
  /** Left out: as everybody begins. */
  readonly hand?: WritableCell<HandSettings>
  readonly createStage: (parts: StageParts) => Stage
}

export function createWorkbench({ board, visibility, hand, goTo, say, createStage }: BenchParts): Workbench {
  const selection = createCell<Selection>({ ids: new Set(), current: null })
  const editing = createCell<Editing | null>(null)
  const find = createCell<Find>(noFind)
  const ownFolds = createCell<OwnFolds>(new Map())
  return {
    board,
    stage: createStage({ board, selection, editing, find, visibility, ownFolds }),
    selection,
    editing,
    panel: createCell<string | null>(null),
    history: createCell(false),
    find,
    menu: createCell<OpenMenu | null>(null),
    dialog: createCell<OpenDialog | null>(null),
    over: createCell<ReactNode>(null),
    visibility,
    ownFolds,
    hand: hand ?? createCell(defaultHand),
    burnupOf: createCell<string | null>(null),
    goTo,
    say,
  }
}
