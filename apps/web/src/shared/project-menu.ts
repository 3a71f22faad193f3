import { createCell } from '../platform/cell.ts'

/**
 * True while a phone shows what has no room in the row of the top bar. The top bar and the tools of the project each
 * show their own part of it, so neither of them can hold this state.
 */
export const isProjectMenuOpen = createCell(false)
