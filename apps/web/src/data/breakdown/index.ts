export { sendBreakdown, type BreakdownAnswer } from './send-breakdown.ts'
