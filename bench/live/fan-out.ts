import { setTimeout as pause } from 'node:timers/promises'
import { inOrder, quantile, type Figure } from '../figure.ts'
import { count } from '../report.ts'
import { type Child, startChild } from '../child.ts'
import type { Crowds } from './crowd.ts'
import { listLatencies } from './receipts.ts'
import type { Stage } from './stage.ts'

const fields = ['nodeCreated', 'nodeUpdated', 'nodeBatchUpdated', 'projectUpdated']
const limit = 2
const aSecond = 10
// Short turns, so that other load on the machine affects both.
const eventsARound = 20

export interface FanOutPlan {
  readonly subscribers: number
  readonly rounds: number
}

/** Sends as many messages of these bytes at the same pace; returns when each began. */
async function broadcast(bare: Child, text: string, from: number): Promise<ReadonlyMap<number, number>> {
  const begun = new Map<number, number>()
  const start = performance.now()
  for (let count = 0; count < eventsARound; count += 1) {
    await pause(Math.max(0, start + (count * 1000) / aSecond - performance.now()))
    const seq = from + count
    begun.set(seq, await bare.ask<number>({ text: text.replace(/"seq":\d+/, `"seq":${seq}`) }))
  }
  return begun
}

const title = (time: number): string => `<p>A title of the usual length, changed for the ${time}th time</p>`

/** Measures from commit to receipt, in turns with a server that only sends. */
export async function fanOut(stage: Stage, crowds: Crowds, { subscribers, rounds }: FanOutPlan): Promise<Figure[]> {
  const { url, person } = stage
  const projectId = await person.createProject(url, 'Orchard')
  const nodeId = await person.createNode(url, { projectId, title: 'Pears' })
  const bare = startChild('./live/bare-broadcast.ts')
  try {
    const port = await bare.first<number>()
    const project = { cookie: person.cookie, ids: [projectId], fields }
    await crowds.join('product', { url, count: subscribers, project })
    await crowds.join('bare', { url: `http://127.0.0.1:${port}`, count: subscribers, project: null })
    const latencies = { product: [] as number[], bare: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      await stage.rename(nodeId, { times: eventsARound, aSecond, fields: (time) => ({ title: title(time) }) })
      const receipts = await crowds.take('product', subscribers * eventsARound)
      latencies.product.push(...listLatencies(receipts, await stage.commits(projectId)))
      const begun = await broadcast(bare, receipts.last, round * eventsARound)
      latencies.bare.push(...listLatencies(await crowds.take('bare', subscribers * eventsARound), begun))
    }
    return [toFigure(subscribers, rounds * eventsARound, latencies)]
  } finally {
    await crowds.leave('product')
    await crowds.leave('bare')
    await bare.end()
  }
}

function toFigure(subscribers: number, events: number, latencies: { product: number[]; bare: number[] }): Figure {
  const [product, bare] = [quantile(inOrder(latencies.product), 0.99), quantile(inOrder(latencies.bare), 0.99)]
  const wanted = subscribers * events
  const missing = wanted * 2 - latencies.product.length - latencies.bare.length
  return {
    name: `${count(subscribers)} subscribers, ${aSecond} events a second: p99 from commit to receipt (${missing} of ${count(wanted * 2)} missing)`,
    measured: `${product.toFixed(1)} ms, ${(product / bare).toFixed(2)} times`,
    peer: `bare \`ws\` broadcast: ${bare.toFixed(1)} ms`,
    limit: `${limit} times`,
    holds: product <= limit * bare && missing === 0,
    isHighlight: true,
  }
}
