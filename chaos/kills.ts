import { killUnderLoad } from '../e2e/support/kill-under-load.ts'
import type { Fault } from './fault.ts'

/** Servers are killed with kill -9 under load, on three servers. */
export const kills: Fault = async (measure) => {
  const report = await killUnderLoad({ kills: measure.kills, writes: measure.writes, servers: 3 })
  const { answered, lost, twice, unlike, retries, shownOtherwise, check } = report
  const isSound = check.endsWith('every rule holds.')
  return [
    {
      name: `${report.kills} times kill -9, ${answered} answered writes on 3 servers, ${retries} sent again`,
      figure: `${lost} lost, ${twice} twice`,
      limit: '0 lost, 0 twice',
      holds: lost === 0 && twice === 0 && answered >= measure.writes,
    },
    {
      name: 'repeats of what was answered already',
      figure: `${unlike} with another answer`,
      limit: '0',
      holds: unlike === 0,
    },
    {
      name: 'a page that followed through all kills',
      figure: `${shownOtherwise} nodes otherwise`,
      limit: '0',
      holds: shownOtherwise === 0,
    },
    { name: '`admin check` after them', figure: check, limit: 'every rule holds', holds: isSound },
  ]
}
