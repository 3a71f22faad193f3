export { historySlice } from './history-slice.ts'
