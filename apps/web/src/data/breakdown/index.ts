export { sendBreakdown } from './send-breakdown.ts'
