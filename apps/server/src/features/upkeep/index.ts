export { logUpkeepRunners } from './log-upkeep.ts'
