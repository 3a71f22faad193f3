import type { SavedView } from '@espalier/domain'
import type { Api } from '@espalier/schema'
import { type PlanView, planViews } from '../workspace/plan-views.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { readViewSettings } from '../workspace/shareable-settings.ts'
import type { StoredFields } from '../workspace/view-settings.ts'

/** Later kinds of views store more in their settings, which stays as it is. */
const readSettings = ({ settings }: Pick<SavedView, 'settings'>): Readonly<Record<string, unknown>> =>
  typeof settings === 'object' && settings !== null && !Array.isArray(settings) ? { ...settings } : {}

export const doesViewDim = (view: Pick<SavedView, 'settings'>): boolean => readSettings(view)['isDimming'] === true

/** The view of the plan that belongs to a saved view, with its columns, sorting, groups, lanes and zoom. */
interface ViewState {
  readonly kind: PlanView
  readonly settings: StoredFields
}

/** Returns null for one that was saved before views had more than a filter: it is applied in any view. */
export function readViewState(view: Pick<SavedView, 'kind' | 'settings'>): ViewState | null {
  const kind = planViews.find((one) => one === view.kind)
  const { view: stored } = readSettings(view)
  const settings = typeof stored === 'object' && stored !== null ? { ...stored } : null
  return kind === undefined || (kind === 'map' && settings === null) ? null : { kind, settings: settings ?? {} }
}

/** Returns the open view with its settings. */
export const readCurrentViewState = (workspace: ProjectWorkspace): ViewState => ({
  kind: workspace.view.get(),
  settings: readViewSettings(workspace, workspace.view.get()),
})

export const isSameViewState = (one: ViewState | null, other: ViewState): boolean =>
  one === null ? other.kind === 'map' : JSON.stringify(one) === JSON.stringify(other)

/** The properties of a view that a person enters. */
export interface ViewDraft {
  readonly name: string
  readonly filter: string
  readonly isShared: boolean
}

interface ViewExtras {
  readonly isDimming: boolean
  /** Null: the view of the plan stays as it was saved. */
  readonly viewState: ViewState | null
}

/** Builds what is stored: a new view, or the changed view with everything else it has. */
export function buildView(
  draft: ViewDraft,
  former: SavedView | null,
  { isDimming, viewState }: ViewExtras,
): Api.SavedViewInput {
  const settings = {
    ...(former === null ? {} : readSettings(former)),
    isDimming,
    ...(viewState !== null && { view: viewState.settings }),
  }
  return {
    ...(former !== null && { id: former.id }),
    kind: viewState?.kind ?? former?.kind ?? 'map',
    name: draft.name.trim(),
    filter: draft.filter.trim(),
    isShared: draft.isShared,
    settings,
  }
}

/** Editors may change every view that they see, others only their own. The server decides the same. */
export const listEditableViews = (
  { client }: Pick<ProjectWorkspace, 'client'>,
  personId: string | null,
): readonly SavedView[] =>
  client.project.get().views.filter(({ authorId }) => client.canEdit.get() || authorId === personId)
