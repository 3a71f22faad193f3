import type { Figure } from '../figure.ts'
import { count, shortMs } from '../report.ts'
import { barLineMs } from './open-plan.ts'
import type { OpenResult, OpenRun, Visit } from './open-run.ts'

/** The visits that are judged by the line. */
type LineVisit = Exclude<Visit, 'stored'>

const most = { cold: { ratio: 2, chain: 3, requests: 12 }, warm: { ratio: 1.5, chain: 2 } }
const localCopyMs = 300
const visitText = { cold: 'first visit', warm: 'second visit' }

/** The bars of one run; those that it did not measure are omitted. */
export function openFigures(run: OpenRun): Figure[] {
  const slowest = Math.max(...run.lines)
  const ours = (size: number, line: number, visit: Visit) => run.at({ subject: 'espalier', size, line, visit })
  return [
    ...(['cold', 'warm'] as const).flatMap((visit) => besideLimit(run, visit)),
    ...(['cold', 'warm'] as const).flatMap((visit) => waits(ours(60, slowest, visit), visit, slowest)),
    ...[...new Set([0, slowest])].flatMap((line) => storedOpening(ours(60, line, 'stored'), line)),
    ...largePlan(ours(10_000, 0, 'cold'), ours(10_000, 0, 'warm')),
  ]
}

function besideLimit(run: OpenRun, visit: LineVisit): Figure[] {
  const place = { size: 60, line: barLineMs, visit }
  const [ours, limit] = [run.at({ subject: 'espalier', ...place }), run.at({ subject: 'limit', ...place })]
  if (ours === null || limit === null) return []
  const ratio = ours.ms / limit.ms
  return [
    {
      name: `from the address to the painted plan: 60 nodes, ${barLineMs} ms, 10 Mbit/s, ${visitText[visit]}`,
      measured: `${shortMs(ours.ms)} ms, ${ratio.toFixed(2)} times${visit === 'warm' ? `; usable after ${shortMs(ours.usableMs)} ms` : ''}`,
      peer: `the same bytes in one request: ${shortMs(limit.ms)} ms${besidePeers(run, visit)}`,
      limit: `${most[visit].ratio} times`,
      holds: ratio <= most[visit].ratio,
      isHighlight: true,
    },
  ]
}

const besidePeers = (run: OpenRun, visit: Visit): string =>
  run.subjects
    .filter((subject) => subject !== 'espalier' && subject !== 'limit')
    .map((subject) => ({ subject, result: run.at({ subject, size: 60, line: barLineMs, visit }) }))
    .map(({ subject, result }) => (result === null ? '' : `; ${subject}: ${shortMs(result.ms)} ms`))
    .join('')

function waits(ours: OpenResult | null, visit: LineVisit, line: number): Figure[] {
  if (ours === null) return []
  const chain = {
    name: `longest chain of requests that wait for each other, 60 nodes, ${line} ms, ${visitText[visit]}`,
    measured: count(ours.chain),
    limit: count(most[visit].chain),
    holds: ours.chain <= most[visit].chain,
  }
  if (visit === 'warm') return [chain]
  const requests = {
    name: `requests until the plan is painted, 60 nodes, ${visitText[visit]}`,
    measured: `${count(ours.requests)}, ${count(Math.round(ours.bytes / 1000))} KB`,
    limit: count(most.cold.requests),
    holds: ours.requests <= most.cold.requests,
  }
  return [chain, requests]
}

/**
 * Only a visit to a stored page can be painted before any answer. One that follows the first within seconds still gets
 * its HTML over the line: it is judged beside the limit page, which does so too.
 */
const storedOpening = (ours: OpenResult | null, line: number): Figure[] =>
  ours === null
    ? []
    : [
        {
          name: `later visit, the page stored by its worker, 60 nodes, ${line} ms: painted, whatever the line`,
          measured: `${shortMs(ours.ms)} ms; usable after ${shortMs(ours.usableMs)} ms`,
          limit: `${localCopyMs} ms`,
          holds: ours.ms <= localCopyMs,
        },
      ]

/** The time of the same data in memory is that of the first visit from its nodes on. */
function largePlan(cold: OpenResult | null, warm: OpenResult | null): Figure[] {
  if (cold === null || warm === null || Number.isNaN(cold.fromNodesMs)) return []
  const allowed = 1.5 * cold.fromNodesMs + 100
  return [
    {
      name: 'second visit, 10,000 nodes, 0 ms: painted, beside the same nodes already in memory',
      measured: `${shortMs(warm.ms)} ms; usable after ${shortMs(warm.usableMs)} ms`,
      peer: `from the nodes in memory: ${shortMs(cold.fromNodesMs)} ms`,
      limit: `1.5 times and 100 ms: ${shortMs(allowed)} ms`,
      holds: warm.ms <= allowed,
    },
  ]
}
