import { digestsThroughKills } from '../e2e/support/digests-through-kills.ts'
import { webhooksThroughKills } from '../e2e/support/webhooks-through-kills.ts'
import type { Fault } from './fault.ts'

/** Servers are killed with kill -9 while they send the events of a project to a receiver. */
export const webhooks: Fault = async ({ webhookKills }) => {
  const report = await webhooksThroughKills({ kills: webhookKills, changes: 10 })
  const { amidSending, events, repeats, missing, disordered } = report
  return [
    {
      name: `${webhookKills} times kill -9 of a sender of webhooks, ${amidSending} of them amid a request, ${events} events, ${repeats} sent again with the same id`,
      figure: `${missing} missing, ${disordered} out of order`,
      limit: '0 missing, 0 out of order for a node',
      holds: missing === 0 && disordered === 0 && events === webhookKills * 10,
    },
  ]
}

/** One of three servers is killed with kill -9 on each day while they mail the digests of that day. */
export const digests: Fault = async ({ digestKills }) => {
  const people = 20
  const report = await digestsThroughKills({ kills: digestKills, people })
  const { whileSending, digests: sent, repeats, twice, lost } = report
  return [
    {
      name: `${digestKills} times kill -9 of a sender of digests, ${whileSending} of them while it was sending, ${sent} digests, ${repeats} sent again with the same id`,
      figure: `${twice} twice, ${lost} lost`,
      limit: '0 twice, 0 lost',
      holds: twice === 0 && lost === 0 && sent === digestKills * people,
    },
  ]
}
