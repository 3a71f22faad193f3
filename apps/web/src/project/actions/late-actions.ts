import { createCell } from '../../platform/cell.ts'
import type { WorkspaceAction } from './action.ts'

/**
 * Actions that nobody needs in the first second, in the order of the help. Code that is loaded after the plan puts them
 * here; menus, the palette and the help list them.
 */
export const lateActions = createCell<readonly WorkspaceAction[]>([])
