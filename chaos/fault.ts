import { table } from '../bench/report.ts'

/** The measured effect of a fault beside its limit. */
export interface Outcome {
  readonly name: string
  readonly figure: string
  readonly limit: string
  /** Null: this machine does not allow the fault. */
  readonly holds: boolean | null
}

/** The size of a run: the short form is for a quick check, the full one for the record. */
export interface Measure {
  readonly kills: number
  readonly writes: number
  readonly drops: number
  readonly longestDropMs: number
  readonly databaseAwayMs: number
  readonly busRounds: number
  readonly fullDiskMs: number
  readonly trackerKills: number
  readonly trackerChanges: number
  readonly webhookKills: number
  readonly digestKills: number
  readonly partitions: number
  readonly partitionMs: number
  readonly failoverWrites: number
  readonly busyProjectMs: number
  readonly stormSockets: number
}

export const whole: Measure = {
  kills: 200,
  writes: 20_000,
  drops: 1_000,
  longestDropMs: 60_000,
  databaseAwayMs: 30_000,
  busRounds: 5,
  fullDiskMs: 15_000,
  trackerKills: 10,
  trackerChanges: 500,
  webhookKills: 100,
  digestKills: 100,
  partitions: 8,
  partitionMs: 60_000,
  failoverWrites: 1_000,
  busyProjectMs: 20_000,
  stormSockets: 500,
}

export const short: Measure = {
  kills: 10,
  writes: 1_000,
  drops: 50,
  longestDropMs: 3_000,
  databaseAwayMs: 3_000,
  busRounds: 1,
  fullDiskMs: 4_000,
  trackerKills: 3,
  trackerChanges: 100,
  webhookKills: 5,
  digestKills: 5,
  partitions: 1,
  partitionMs: 9_000,
  failoverWrites: 100,
  busyProjectMs: 5_000,
  stormSockets: 100,
}

export type Fault = (measure: Measure) => Promise<readonly Outcome[]>

const held = { true: 'yes', false: 'NO', null: 'not possible here' } as const

export const outcomeTable = (outcomes: readonly Outcome[]): string =>
  table(
    ['Fault', 'Figure', 'Limit', 'Holds'],
    outcomes.map(({ name, figure, limit, holds }) => [name, figure, limit, held[`${holds}`]]),
  )

export const ms = (value: number): string => (Number.isFinite(value) ? `${value.toFixed(0)} ms` : 'never')
export const largest = (values: readonly number[]): number =>
  values.reduce((found, value) => Math.max(found, value), Number.NEGATIVE_INFINITY)
