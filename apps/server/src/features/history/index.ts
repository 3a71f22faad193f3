export { historySlice, type HistoryOptions } from './history-slice.ts'
