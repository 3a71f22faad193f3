/**
 * Loops over the futures of a part, which are simulated side by side. Each round of a loop does four of them, because
 * going round takes nearly as long as one of them. So rows are as long as a multiple of four.
 */

/** The time of a node in each future, in ticks. */
export type Row = Int32Array

const perRound = 4

/** Returns the length of a row that has room for so many futures. */
export const toRowLength = (futures: number): number => Math.ceil(futures / perRound) * perRound

/** Sets each time to the later one of two others. */
export function copyLater(row: Row, one: Row, other: Row, length: number): void {
  for (let at = 0; at < length; at += perRound) {
    copyLaterAt(row, one, other, at)
    copyLaterAt(row, one, other, at + 1)
    copyLaterAt(row, one, other, at + 2)
    copyLaterAt(row, one, other, at + 3)
  }
}

function copyLaterAt(row: Row, one: Row, other: Row, at: number): void {
  row[at] = findLarger(one[at] as number, other[at] as number)
}

/** The rows of a node that is worked on, and of the person who does it. */
export interface WorkRows {
  /** When it can begin. */
  readonly begin: Row
  /** When it is done. */
  readonly own: Row
  /** The end of the branch above it. */
  readonly parent: Row
  /** Whether its end is read in all futures. If not, only the first of each four is stored. */
  readonly isWhole: boolean
}

/** A person does one thing after the other. */
export function workAtOnce({ own, parent, isWhole }: WorkRows, free: Row, ticks: Row, length: number): void {
  for (let at = 0; at < length; at += perRound) {
    own[at] = workAtOnceAt(parent, free, ticks, at)
    const second = workAtOnceAt(parent, free, ticks, at + 1)
    const third = workAtOnceAt(parent, free, ticks, at + 2)
    const fourth = workAtOnceAt(parent, free, ticks, at + 3)
    if (!isWhole) continue
    own[at + 1] = second
    own[at + 2] = third
    own[at + 3] = fourth
  }
}

function workAtOnceAt(parent: Row, free: Row, ticks: Row, at: number): number {
  const done = ((free[at] as number) + (ticks[at] as number)) | 0
  free[at] = done
  parent[at] = findLarger(done, parent[at] as number)
  return done
}

/** A person begins when the node can begin. */
export function workAfterBegin({ begin, own, parent, isWhole }: WorkRows, free: Row, ticks: Row, length: number): void {
  for (let at = 0; at < length; at += perRound) {
    own[at] = workAfterBeginAt(begin, parent, free, ticks, at)
    const second = workAfterBeginAt(begin, parent, free, ticks, at + 1)
    const third = workAfterBeginAt(begin, parent, free, ticks, at + 2)
    const fourth = workAfterBeginAt(begin, parent, free, ticks, at + 3)
    if (!isWhole) continue
    own[at + 1] = second
    own[at + 2] = third
    own[at + 3] = fourth
  }
}

function workAfterBeginAt(begin: Row, parent: Row, free: Row, ticks: Row, at: number): number {
  const done = (findLarger(begin[at] as number, free[at] as number) + (ticks[at] as number)) | 0
  free[at] = done
  parent[at] = findLarger(done, parent[at] as number)
  return done
}

/** Like the one above, but others work on the node or below it too, and it is done when the last of them is. */
export function workWithOthers({ begin, own, parent }: WorkRows, free: Row, ticks: Row, length: number): void {
  for (let at = 0; at < length; at += perRound) {
    workWithOthersAt(begin, own, parent, free, ticks, at)
    workWithOthersAt(begin, own, parent, free, ticks, at + 1)
    workWithOthersAt(begin, own, parent, free, ticks, at + 2)
    workWithOthersAt(begin, own, parent, free, ticks, at + 3)
  }
}

function workWithOthersAt(begin: Row, own: Row, parent: Row, free: Row, ticks: Row, at: number): void {
  const done = (findLarger(begin[at] as number, free[at] as number) + (ticks[at] as number)) | 0
  free[at] = done
  const end = findLarger(done, own[at] as number)
  own[at] = end
  parent[at] = findLarger(end, parent[at] as number)
}

/** Binary digits behind the point of the noise. */
const noiseBits = 8
export const noiseUnit = 1 << noiseBits

/** What waited, for blockers or for what is below it, cannot be done before its own work is, which varies by a noise. */
export function workAfterWait(
  { begin, own, parent, isWhole }: WorkRows,
  below: Row,
  ticks: Row,
  noise: Int32Array,
  noiseFrom: number,
  length: number,
): void {
  for (let at = 0; at < length; at += perRound) {
    const noiseAt = (noiseFrom + at) | 0
    own[at] = waitAt(begin, parent, below, Math.imul(ticks[at] as number, noise[noiseAt] as number), at)
    const second = waitAt(
      begin,
      parent,
      below,
      Math.imul(ticks[at + 1] as number, noise[noiseAt + 1] as number),
      at + 1,
    )
    const third = waitAt(begin, parent, below, Math.imul(ticks[at + 2] as number, noise[noiseAt + 2] as number), at + 2)
    const fourth = waitAt(
      begin,
      parent,
      below,
      Math.imul(ticks[at + 3] as number, noise[noiseAt + 3] as number),
      at + 3,
    )
    if (!isWhole) continue
    own[at + 1] = second
    own[at + 2] = third
    own[at + 3] = fourth
  }
}

function waitAt(begin: Row, parent: Row, below: Row, spent: number, at: number): number {
  const end = (findLarger(begin[at] as number, below[at] as number) + (spent >> noiseBits)) | 0
  parent[at] = findLarger(end, parent[at] as number)
  return end
}

/** Binary digits behind the point of a share of a step of the team's work. */
const shareBits = 8
export const shareUnit = 1 << shareBits

/** The place of a node in the queue of the team. */
export interface TeamPlace {
  /** When the team has done the last step before it. */
  readonly low: Row
  /** How much longer the next step takes. */
  readonly rise: Row
  /** The part of the next step that it takes to the node. */
  readonly share: number
}

/** The team does its queue at the pace of each future: nothing is done before the team gets there. */
export function workByTeam({ low, rise, share }: TeamPlace, own: Row, before: Row, from: number, to: number): void {
  for (let at = from; at < to; at += perRound) {
    workByTeamAt(low, rise, share, own, before, at)
    workByTeamAt(low, rise, share, own, before, at + 1)
    workByTeamAt(low, rise, share, own, before, at + 2)
    workByTeamAt(low, rise, share, own, before, at + 3)
  }
}

/** Does the same for every fourth future, of a node for which nobody waits. */
export function workSometimesByTeam(
  { low, rise, share }: TeamPlace,
  own: Row,
  before: Row,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at += perRound) workByTeamAt(low, rise, share, own, before, at)
}

function workByTeamAt(low: Row, rise: Row, share: number, own: Row, before: Row, at: number): void {
  const end = ((low[at] as number) + (Math.imul(share, rise[at] as number) >> shareBits)) | 0
  own[at] = findLarger(end, before[at] as number)
}

/** Returns the larger of two whole numbers that are less than half of all numbers apart, without a branch. */
function findLarger(one: number, other: number): number {
  const difference = (one - other) | 0
  return (one - (difference & (difference >> 31))) | 0
}
