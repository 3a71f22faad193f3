import { busyProject as keepProjectBusy } from '../e2e/support/busy-project.ts'
import { reconnectStorm } from '../e2e/support/reconnect-storm.ts'
import { type Fault, ms } from './fault.ts'

const limits = { slower: 3, answerMs: 5_000, listeningMs: 15_000 }
const times = (value: number): string => `${value.toFixed(1)} times slower`

/** One person keeps a project busy while another works in a different project on the same server. */
export const busyProject: Fault = async ({ busyProjectMs }) => {
  const writers = 40
  const report = await keepProjectBusy({ writers, forMs: busyProjectMs })
  const { calmMs, busyMs, failed, edits, slowestMs, otherCodes } = report
  return [
    {
      name: `a project copied without pause and written to by ${writers} at once: ${edits} edits elsewhere`,
      figure: `${failed} failed, ${times(busyMs / calmMs)}`,
      limit: `0 failed, ${times(limits.slower)}`,
      holds: failed === 0 && busyMs / calmMs <= limits.slower,
    },
    {
      name: 'the slowest answer in the busy project',
      figure: `${ms(slowestMs)}, other codes than RATE_LIMITED: ${otherCodes.join(' ') || 'none'}`,
      limit: `${ms(limits.answerMs)}, none`,
      holds: slowestMs <= limits.answerMs && otherCodes.length === 0,
    },
  ]
}

/** All pages of a server lose their sockets at once. */
export const storm: Fault = async ({ stormSockets }) => {
  const { listeningMs, listening, calmMs, stormMs, failed } = await reconnectStorm({
    sockets: stormSockets,
    busyCores: 2,
  })
  return [
    {
      name: `${stormSockets} sockets with 5 subscriptions each come back at once on busy cores: all listen`,
      figure: `${ms(listeningMs)}, ${listening} of ${stormSockets}`,
      limit: `${ms(limits.listeningMs)}, all`,
      holds: listeningMs <= limits.listeningMs && listening >= stormSockets,
    },
    {
      name: 'edits of others meanwhile',
      figure: `${failed} failed, ${times(stormMs / calmMs)}`,
      limit: `0 failed, ${times(limits.slower)}`,
      holds: failed === 0 && stormMs / calmMs <= limits.slower,
    },
  ]
}
