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
