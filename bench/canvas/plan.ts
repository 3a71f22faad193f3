import { subjects, type Subject } from './subjects.ts'

export interface Plan {
  readonly sizes: readonly number[]
  readonly subjects: readonly Subject[]
  readonly repetitions: number
  /** All that the bars ask for: only then are the results kept. */
  readonly isWhole: boolean
}

const allSizes = [200, 1_000, 5_000, 10_000, 50_000]
const quickSubjects = ['limit', '@xyflow/react (only visible)', 'espalier']

/** `--quick`, or any of `--sizes=200,1000`, `--subjects=limit,espalier` and `--repetitions=1`, for a closer look. */
export function planFrom(args: readonly string[]): Plan {
  const given = (name: string) =>
    args
      .find((arg) => arg.startsWith(`--${name}=`))
      ?.slice(name.length + 3)
      .split(',')
  const isQuick = args.includes('--quick')
  const names = given('subjects') ?? (isQuick ? quickSubjects : null)
  const sizes = given('sizes')?.map(Number) ?? (isQuick ? [200, 10_000] : allSizes)
  const repetitions = Number(given('repetitions')?.[0] ?? (isQuick ? 1 : 3))
  const chosen = names ? subjects.filter(({ name }) => names.some((one) => name.startsWith(one))) : subjects
  const isWhole = chosen.length === subjects.length && sizes.length === allSizes.length && repetitions >= 3
  return { sizes, subjects: chosen, repetitions, isWhole }
}

/** An empty page is the same at every size, and nobody but these two would end at the largest. */
export function isAskedFor({ name }: Subject, size: number): boolean {
  if (name === 'floor') return size === 200
  return size <= 10_000 || name === 'limit' || name === 'espalier'
}
