export { presenceSlice } from './presence-slice.ts'
