import { subjects, type Subject } from './subjects.ts'

export interface Plan {
  readonly sizes: readonly number[]
  readonly subjects: readonly Subject[]
  /** The rounds over all subjects. */
  readonly repetitions: number
  /** The turns of the cells that decide the bars, after the rounds. */
  readonly turns: number
}

const allSizes = [200, 1_000, 5_000, 10_000, 50_000]
const quickSubjects = ['limit', '@xyflow/react (only visible)', 'espalier']
// One opening may take twice as long as the next, for all subjects: the median of nine still varied by a third.
const whole = { sizes: allSizes, repetitions: 3, openings: 21 }
const quick = { sizes: [10_000], repetitions: 1, openings: 3 }

/** Parses `--quick`, or any of `--sizes=200,1000`, `--subjects=limit,espalier` and `--repetitions=1`. */
export function planFrom(args: readonly string[]): Plan {
  const given = (name: string) =>
    args
      .find((arg) => arg.startsWith(`--${name}=`))
      ?.slice(name.length + 3)
      .split(',')
  const isQuick = args.includes('--quick')
  const names = given('subjects') ?? (isQuick ? quickSubjects : null)
  const usual = isQuick || given('repetitions') ? quick : whole
  const sizes = given('sizes')?.map(Number) ?? (isQuick ? quick : whole).sizes
  const repetitions = Number(given('repetitions')?.[0] ?? usual.repetitions)
  const chosen = names ? subjects.filter(({ name }) => names.some((one) => name.startsWith(one))) : subjects
  return { sizes, subjects: chosen, repetitions, turns: Math.max(0, usual.openings - repetitions) }
}

/** An empty page is the same at every size, and only these two would finish at the largest. */
export function isAskedFor({ name }: Subject, size: number): boolean {
  if (name === 'floor') return size === 200
  return size <= 10_000 || name === 'limit' || name === 'espalier'
}
