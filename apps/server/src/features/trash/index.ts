export { purgeOldTrash, type TrashOptions } from './empty-trash.ts'
export { trashSlice } from './trash-slice.ts'
export { trashJobRunners } from './upkeep.ts'
