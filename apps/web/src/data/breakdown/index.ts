export { requestBreakdown } from './send-breakdown.ts'
