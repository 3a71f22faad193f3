export { breakdownSlice, type BreakdownSliceOptions } from './breakdown-slice.ts'
export { createBreakdowns, type Breakdowns, type BreakdownsOptions } from './breakdowns.ts'
export { breakdownRunners, endLostBreakdowns, type LostOptions } from './end-lost-breakdowns.ts'
export { writtenIdeas, type WrittenIdeasOptions } from './written-ideas.ts'
