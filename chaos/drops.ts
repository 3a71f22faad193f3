import { dropSockets, type DropReport } from '../e2e/support/drop-sockets.ts'
import { type Fault, largest, ms, type Outcome } from './fault.ts'

const limitMs = 2_000
const pages = 10
const perRound = 5

/** Sockets are dropped briefly, a thousand times. */
export const drops: Fault = async (measure) => {
  const rounds = Math.ceil(measure.drops / (pages * perRound))
  const report = await dropSockets({ pages, rounds, awayMs: (page) => [0, 10, 40, 100, 20 * page] })
  return outcomesOf(`${report.drops} dropped sockets on 2 servers, ${report.written} writes meanwhile`, report)
}

const shares = [0.1, 0.3, 1, 3, 6, 10, 20, 30, 45, 60]

/** Sockets are dropped for long, each page for a different time. */
export const longDrops: Fault = async ({ longestDropMs }) => {
  const times = shares.map((seconds) => (seconds / 60) * longestDropMs)
  const awayMs = (page: number) => [Math.max(100, times[page] ?? 0)]
  const report = await dropSockets({ pages: shares.length, rounds: 1, awayMs })
  return outcomesOf(`sockets dropped for 0.1 to ${longestDropMs / 1000} s, ${report.written} writes meanwhile`, report)
}

function outcomesOf(name: string, { healedMs, shownOtherwise }: DropReport): readonly Outcome[] {
  const slowest = largest(healedMs)
  return [
    {
      name: `${name}: slowest from reconnecting to equal`,
      figure: ms(slowest),
      limit: ms(limitMs),
      holds: slowest <= limitMs,
    },
    {
      name: 'their copies beside the tables',
      figure: `${shownOtherwise} nodes otherwise`,
      limit: '0',
      holds: shownOtherwise === 0,
    },
  ]
}
