export { trackerPolicy, trackerSlice } from './tracker-slice.ts'
