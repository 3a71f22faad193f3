export { emptyTrash, purgeOldTrash, type TrashOptions } from './empty-trash.ts'
export { trashPolicy, trashSlice, type TrashSliceOptions } from './trash-slice.ts'
export { upkeepRunners } from './upkeep.ts'
