export { logUpkeepRunners, type LogUpkeep } from './log-upkeep.ts'
