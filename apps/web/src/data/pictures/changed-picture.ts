import { createCell } from '../../platform/cell.ts'

/** The address of one's own picture since it was changed in this tab; null: it was not. */
export const changedPictureUrl = createCell<string | null>(null)
