import { startTestCluster } from '@espalier/postgres/testing'
import type { BenchOptions, Measured } from '../bench.ts'
import type { Figure } from '../figure.ts'
import { type Crowds, startCrowds } from './crowd.ts'
import { fanOut } from './fan-out.ts'
import { idle } from './idle.ts'
import { onStage, type Stage } from './stage.ts'
import { stalled } from './stalled.ts'

const whole = { subscribers: 1_000, rounds: 10, sockets: 5_000, parts: 4 }
/** Without the last parts: so few readers, for so short a time, would all fit into the kernel's buffers. */
const quick = { subscribers: 100, rounds: 1, sockets: 200, parts: 2 }
const stalling = { rounds: 5, seconds: 8 }

// Each uses a separate server, because memory left by one would count for the next.
const alone = (work: (stage: Stage, crowds: Crowds) => Promise<Figure[]>): Promise<Figure[]> =>
  onStage(async (stage) => {
    const crowds = startCrowds()
    return work(stage, crowds).finally(() => crowds.end())
  })

/** Measures many listeners: their latency, their cost, and the cost of those who do not read. */
export async function live({ isQuick, log }: BenchOptions): Promise<Measured> {
  const { subscribers, sockets, rounds, parts: wanted } = isQuick ? quick : whole
  const parts: readonly [string, (stage: Stage, crowds: Crowds) => Promise<Figure[]>][] = [
    [`${subscribers} subscribers`, (stage, crowds) => fanOut(stage, crowds, { subscribers, rounds })],
    [`${sockets} idle pages`, (stage, crowds) => idle(stage, crowds, 'page', sockets)],
    [`${sockets} idle listeners`, (stage, crowds) => idle(stage, crowds, 'listener', sockets)],
    ['50 stalled readers', (stage, crowds) => stalled(stage, crowds, stalling.rounds, stalling.seconds)],
  ]
  const cluster = await startTestCluster()
  const figures: Figure[] = []
  try {
    for (const [name, work] of parts.slice(0, wanted)) {
      log(name)
      figures.push(...(await alone(work)))
    }
    return { figures }
  } finally {
    await cluster.stop()
  }
}
