import { startTestCluster } from '@espalier/postgres/testing'
import type { Figure } from '../figure.ts'
import { type Crowds, startCrowds } from './crowd.ts'
import { fanOut } from './fan-out.ts'
import { idle } from './idle.ts'
import { onStage, type Stage } from './stage.ts'
import { stalled } from './stalled.ts'

const whole = { subscribers: 1_000, fanOutRounds: 10, sockets: 5_000, stalledRounds: 5, stalledSeconds: 8 }
const short = { subscribers: 100, fanOutRounds: 1, sockets: 200, stalledRounds: 1, stalledSeconds: 3 }

// A server of its own for each: what one leaves in memory would be counted to the next.
const alone = (work: (stage: Stage, crowds: Crowds) => Promise<Figure[]>): Promise<Figure[]> =>
  onStage(async (stage) => {
    const crowds = startCrowds()
    return work(stage, crowds).finally(() => crowds.end())
  })

/** Many listeners: how late they hear, what they cost, and what those cost who do not read. */
export async function live(): Promise<Figure[]> {
  const plan = process.argv.includes('--short') ? short : whole
  const cluster = await startTestCluster()
  try {
    return [
      ...(await alone((stage, crowds) =>
        fanOut(stage, crowds, { subscribers: plan.subscribers, rounds: plan.fanOutRounds }),
      )),
      ...(await alone((stage, crowds) => idle(stage, crowds, 'listener', plan.sockets))),
      ...(await alone((stage, crowds) => idle(stage, crowds, 'page', plan.sockets))),
      ...(await alone((stage, crowds) => stalled(stage, crowds, plan.stalledRounds, plan.stalledSeconds))),
    ]
  } finally {
    await cluster.stop()
  }
}
