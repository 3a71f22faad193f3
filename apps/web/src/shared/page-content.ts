import { createCell } from '../platform/cell.ts'

/** False until a project that is being opened is painted, or could not be: what nobody waits for is loaded after it. */
export const isProjectPainted = createCell(false)
