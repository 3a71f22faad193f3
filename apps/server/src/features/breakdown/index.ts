export { breakdownSlice } from './breakdown-slice.ts'
export { createBreakdowns, type BreakdownsOptions } from './breakdowns.ts'
export { breakdownJobRunners, endLostBreakdowns } from './end-lost-breakdowns.ts'
export { createAiIdeaSource } from './written-ideas.ts'
