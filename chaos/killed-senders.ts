import { digestsThroughKills } from '../e2e/support/digests-through-kills.ts'
import type { Fault } from './fault.ts'

/** One of three servers is killed with kill -9 on each day while they mail the digests of that day. */
export const digests: Fault = async ({ digestKills }) => {
  const people = 20
  const report = await digestsThroughKills({ kills: digestKills, people })
  const { amidSending, digests: sent, repeats, twice, lost } = report
  return [
    {
      name: `${digestKills} times kill -9 of a sender of digests, ${amidSending} of them amid the sending, ${sent} digests, ${repeats} sent again with the same id`,
      figure: `${twice} twice, ${lost} lost`,
      limit: '0 twice, 0 lost',
      holds: twice === 0 && lost === 0 && sent === digestKills * people,
    },
  ]
}
