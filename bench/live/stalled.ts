import { inOrder, median, quantile, type Figure } from '../figure.ts'
import type { Crowds } from './crowd.ts'
import { listLatencies } from './receipts.ts'
import type { Stage } from './stage.ts'

const limits = { bytes: 20 * 1024 * 1024, times: 1.5 }
const fields = ['nodeUpdated']
const readers = 100
const stalledReaders = 50
const aSecond = 30
const sampleMs = 50
// Just below the length from which an event is stored once for all its readers, which is the most expensive.
const body = `<p>${'a wall and a tree '.repeat(880)}</p>`

interface Round {
  readonly p99: number
  readonly peak: number
}

interface Pair {
  readonly without: Round
  readonly with: Round
  /** The readers that the server disconnected because they did not read. */
  readonly sentAway: number
}

/** Measures what readers that stopped reading cost the server and the others. */
export async function stalled(stage: Stage, crowds: Crowds, rounds: number, seconds: number): Promise<Figure[]> {
  const { url, person } = stage
  const projectId = await person.createProject(url, 'Orchard')
  const nodeId = await person.createNode(url, { projectId, title: 'Pears' })
  const project = { cookie: person.cookie, ids: [projectId], fields }
  const measure = async (): Promise<Round> => {
    await stage.memoryAfterCollection()
    let peak = 0
    const sampler = setInterval(() => (peak = Math.max(peak, stage.memory())), sampleMs)
    const plan = { times: aSecond * seconds, aSecond, fields: (time: number) => ({ body: `${body}${time}` }) }
    await stage.rename(nodeId, plan).finally(() => clearInterval(sampler))
    const latencies = listLatencies(await crowds.take('readers', readers * plan.times), await stage.commits(projectId))
    return { p99: quantile(inOrder(latencies), 0.99), peak }
  }
  await crowds.join('readers', { url, count: readers, project })
  await measure()
  const found: Pair[] = []
  for (let round = 0; round < rounds; round += 1) {
    const without = await measure()
    await crowds.join('stalled', { url, count: stalledReaders, project, isStalled: true })
    const beside = await measure()
    found.push({ without, with: beside, sentAway: readers + stalledReaders - (await stage.sockets()) })
    await crowds.leave('stalled')
  }
  await crowds.leave('readers')
  return listFigures(rounds, found)
}

function listFigures(rounds: number, found: readonly Pair[]): Figure[] {
  const more = median(found.map((one) => one.with.peak - one.without.peak))
  const times = median(found.map((one) => one.with.p99 / one.without.p99))
  const sentAway = median(found.map((one) => one.sentAway))
  return [
    {
      name: `${stalledReaders} stalled readers beside ${readers} others, ${sentAway} sent away: more memory at the peak, median of ${rounds}`,
      measured: `${(more / 1024 / 1024).toFixed(1)} MB`,
      limit: `${limits.bytes / 1024 / 1024} MB`,
      // If nobody was disconnected, the kernel's buffers held everything, and nothing was shown.
      holds: more < limits.bytes && sentAway > 0,
    },
    {
      name: `the others' p99 with them, median of ${rounds}`,
      measured: `${median(found.map((one) => one.with.p99)).toFixed(1)} ms, ${times.toFixed(2)} times`,
      peer: `without them: ${median(found.map((one) => one.without.p99)).toFixed(1)} ms`,
      limit: `${limits.times} times`,
      holds: times <= limits.times,
    },
  ]
}
