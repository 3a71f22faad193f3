export { historyJobRunners } from './log-upkeep.ts'
