import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ask } from '../ask.ts'
import type { Product } from '../canvas/product.ts'
import { inOrder, median, quantile } from '../figure.ts'
import { type Crowds, startCrowds } from '../live/crowd.ts'
import { now } from '../live/receipts.ts'

/** What one product needed for each act of a kind, in ms. */
export interface Turns {
  readonly name: string
  /** One list per product, the earlier one first. */
  readonly ms: readonly (readonly number[])[]
  summarize(ms: readonly number[]): number
}

const subscribers = 200
const fields = ['nodeUpdated']
const pauseBetweenEventsMs = 50

const readQuery =
  'query ($projectId: ID!) { nodes(projectId: $projectId) { id projectId parentId parentIds projectLink title body status position hideChildren isDeleted style { backgroundColor processing } } }'
const updateMutation = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id version } }'
const createMutation = 'mutation ($data: NodeCreate!) { createNode(data: $data) { id } }'

type Act = (product: Product, turn: number) => Promise<number>

/**
 * Measures the servers of two products in turns, request by request: a machine that changes its speed from second to
 * second does the same to both.
 */
export async function measureServers(
  products: readonly Product[],
  size: number,
  isQuick: boolean,
  log: (what: string) => void,
): Promise<Turns[]> {
  const times = isQuick ? 0.2 : 1
  const found: Turns[] = []
  const measure = async (what: string, turns: number, act: Act) => {
    const ms = await takeTurns(products, Math.round(turns * times), act)
    log(`${what}: ${ms.map((one) => median(one).toFixed(1)).join(' and ')} ms`)
    return ms
  }
  const reads = await measure('reading', 30, async ({ url, cookie, projectOf }) =>
    timed(() => ask(url, cookie, readQuery, { projectId: projectOf(size).id })),
  )
  found.push({ name: '`nodes`, median', ms: reads, summarize: median })
  const edits = await measure('editing', 400, async ({ url, cookie, projectOf }, turn) => {
    const { nodes } = projectOf(size).map
    const id = nodes[(turn * 7_919) % nodes.length]?.id
    const data = turn % 2 === 0 ? { title: `<p>Edited ${turn}</p>` } : { status: 'done' }
    return timed(() => ask(url, cookie, updateMutation, { id, data }))
  })
  found.push({ name: 'one `updateNode`, median', ms: edits, summarize: median })
  found.push({ name: 'one `updateNode`, p95', ms: edits, summarize: (ms) => quantile(inOrder(ms), 0.95) })
  const creations = await measure('creating', 200, async ({ url, cookie, projectOf }, turn) => {
    const { id: projectId, map } = projectOf(size)
    const parentId = map.nodes[(turn * 7_919) % map.nodes.length]?.id ?? ''
    const data = { id: randomUUID(), projectId, parentId, title: `<p>New ${turn}</p>` }
    return timed(() => ask(url, cookie, createMutation, { data }))
  })
  found.push({ name: 'one `createNode`, median', ms: creations, summarize: median })
  const received = await withSubscribers(products, size, (crowds) =>
    measure(`events to ${subscribers} subscribers`, 150, async (product, turn) => {
      await pause(pauseBetweenEventsMs)
      const began = now()
      const [first] = product.projectOf(size).map.nodes
      const data = { title: `<p>A title of the usual length, changed for the ${turn}th time</p>` }
      await ask(product.url, product.cookie, updateMutation, { id: first?.id, data })
      const crowd = String(products.indexOf(product))
      const received: number[] = []
      // The earlier product sent some events twice, and the second one may come after the next request.
      while (received.length < subscribers) {
        const { at } = await crowds.take(crowd, subscribers - received.length)
        if (at.length === 0) throw new Error(`${received.length} of ${subscribers} subscribers received the event`)
        received.push(...at.filter((time) => time > began))
      }
      return Math.max(...received) - began
    }),
  )
  const about = `from a request to the last of ${subscribers} subscribers`
  found.push({ name: `${about}, median`, ms: received, summarize: median })
  found.push({ name: `${about}, p95`, ms: received, summarize: (ms) => quantile(inOrder(ms), 0.95) })
  return found
}

async function takeTurns(products: readonly Product[], turns: number, act: Act): Promise<number[][]> {
  const ms: number[][] = products.map(() => [])
  const warmUp = Math.ceil(turns / 5)
  for (let turn = -warmUp; turn < turns; turn += 1) {
    const order = products.map((product, at) => [product, at] as const)
    for (const [product, at] of turn % 2 === 0 ? order : order.toReversed()) {
      const spent = await act(product, turn + warmUp)
      if (turn >= 0) ms[at]?.push(spent)
    }
  }
  return ms
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await act()
  return performance.now() - began
}

async function withSubscribers<Result>(
  products: readonly Product[],
  size: number,
  work: (crowds: Crowds) => Promise<Result>,
): Promise<Result> {
  const crowds = startCrowds()
  try {
    for (const [at, { url, cookie, projectOf }] of products.entries()) {
      const project = { cookie, ids: [projectOf(size).id], fields }
      await crowds.join(String(at), { url, count: subscribers, project })
    }
    return await work(crowds)
  } finally {
    await crowds.end()
  }
}
