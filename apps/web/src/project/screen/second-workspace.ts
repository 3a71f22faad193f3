import { createCell } from '../../platform/cell.ts'
import { createMapController } from '../map/rendering/map-controller.ts'
import type { PlanViewProps } from '../workspace/create-workspace.ts'
import type { PlanView } from '../workspace/plan-views.ts'
import type { OpenDialog, OpenNodeMenu, ProjectWorkspace, TitleEdit } from '../workspace/project-workspace.ts'

const seconds = new WeakMap<ProjectWorkspace, ProjectWorkspace>()

/**
 * Returns the workspace of the view beside the open one. The project, the selection, the filter, the lens, the folds and
 * the panels are the same. Its own are the place that it shows, the title that is edited in it, and the menus and
 * dialogs that are opened from it: each of them has to be in one of the two views only.
 */
export function getSecondWorkspace({ workspace, loadPeople }: PlanViewProps): ProjectWorkspace {
  const known = seconds.get(workspace)
  if (known !== undefined) return known
  const editing = createCell<TitleEdit | null>(null)
  const map = createMapController({ ...workspace, editing, ...(loadPeople !== undefined && { loadPeople }) })
  const second: ProjectWorkspace = {
    ...workspace,
    map,
    editing,
    view: createCell<PlanView>('map'),
    menu: createCell<OpenNodeMenu | null>(null),
    dialog: createCell<OpenDialog | null>(null),
  }
  seconds.set(workspace, second)
  return second
}
