export { breakdownSlice } from './breakdown-slice.ts'
export { createBreakdowns, type BreakdownsOptions } from './breakdowns.ts'
export { breakdownRunners, endLostBreakdowns } from './end-lost-breakdowns.ts'
export { writtenIdeas } from './written-ideas.ts'
