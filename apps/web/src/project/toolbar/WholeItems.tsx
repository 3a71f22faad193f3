import { Fragment } from 'react'
import { useCell } from '../../platform/cell.ts'
import { MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { isActionAvailable, tryAction, type WorkspaceAction } from '../actions/action.ts'
import { getActionLabel } from '../actions/action-label.ts'
import { lateActions } from '../actions/late-actions.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

const isOfSplit = ({ id }: WorkspaceAction): boolean => id.startsWith('view.split')

/** Presenting, printing and the second view. */
export function WholeItems({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const actions = useCell(lateActions).filter((action) => isActionAvailable(action, workspace, null))
  const firstOfSplit = actions.find(isOfSplit)
  return actions.map((action) => (
    <Fragment key={action.id}>
      {action === firstOfSplit && <MenuSeparator />}
      <MenuItem onSelect={() => void tryAction(action, workspace, null)}>
        {getActionLabel(action, workspace, null)}
      </MenuItem>
    </Fragment>
  ))
}
