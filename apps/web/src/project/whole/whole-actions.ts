import type { ReactNode } from 'react'
import { createCell } from '../../platform/cell.ts'
import { registerForPreload } from '../../platform/code-loading.ts'
import { afterPaint } from '../../platform/timing.ts'
import { frameTexts } from '../../texts/frame.ts'
import { planViewTexts } from '../../texts/plan-views.ts'
import { presentationTexts, printingTexts, splitTexts } from '../../texts/whole-plan.ts'
import { planViews } from '../workspace/plan-views.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import type { WorkspaceAction } from '../actions/action.ts'

/** The running presentation, which the screen of the project renders; null: there is none. */
export const presentation = createCell<ReactNode>(null)
const loadPresentation = registerForPreload(() => import('../present/start-presentation.tsx'))

interface PrintingPart {
  followPrinting(workspace: ProjectWorkspace): () => void
}

/** Null until it is loaded. It then listens to the browser's own printing, too (`watchWhole`). */
export const printingPart = createCell<PrintingPart | null>(null)
const loadPrinting = registerForPreload(async () => {
  const part = await import('../print/follow-printing.tsx')
  printingPart.set(part)
  return part
})

const hasNodes = ({ client }: ProjectWorkspace): boolean => client.graph.livingCount > 0

/** Loads the code of an action and runs it, or notifies that it could not be loaded. */
const runLoaded = <Part>(workspace: ProjectWorkspace, load: () => Promise<Part>, run: (part: Part) => void): void =>
  void load().then(run, () => workspace.notify(frameTexts.partNotLoaded, 'failed'))

const presentAction: WorkspaceAction = {
  id: 'view.present',
  label: () => presentationTexts.present,
  shortcuts: [{ key: 'p', isAlt: true }],
  isEdit: false,
  isScreenWide: true,
  ignoresKeyRepeat: true,
  isAvailable: hasNodes,
  run: (workspace) =>
    runLoaded(workspace, loadPresentation, ({ startPresentation }) => startPresentation(workspace, presentation)),
}

const printAction: WorkspaceAction = {
  id: 'view.print',
  label: () => printingTexts.print,
  shortcuts: [{ key: 'p', isCommand: true }],
  isEdit: false,
  run: (workspace) =>
    // The browser opens its own dialog, once the screen listens to it.
    runLoaded(workspace, loadPrinting, () => afterPaint(() => window.print())),
}

/** The second view has no room on narrower screens. */
export const wideScreen = '(min-width: 64rem)'

const canSplit = ({ hasServer }: ProjectWorkspace): boolean =>
  hasServer && (window.matchMedia?.(wideScreen).matches ?? false)

const splitActions: readonly WorkspaceAction[] = planViews.map((view) => ({
  id: `view.split-${view}`,
  label: () => splitTexts.splitWith(planViewTexts.names[view]),
  isEdit: false,
  isAvailable: (workspace) => canSplit(workspace) && workspace.view.get() !== view && workspace.split.get() !== view,
  run: ({ split }) => split.set(view),
}))

const closeSplitAction: WorkspaceAction = {
  id: 'view.split-close',
  label: () => splitTexts.close,
  isEdit: false,
  isAvailable: ({ split }) => split.get() !== null,
  run: ({ split }) => split.set(null),
}

export const wholeActions: readonly WorkspaceAction[] = [presentAction, printAction, ...splitActions, closeSplitAction]
