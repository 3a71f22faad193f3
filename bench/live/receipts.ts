/** The messages one crowd received: the seq and the time, one pair per message. */
export interface Receipts {
  readonly seqs: readonly number[]
  readonly at: readonly number[]
}

/** Comparable between the processes of one machine. */
export const now = (): number => performance.timeOrigin + performance.now()

/** Returns how long each message took, given when each seq began. */
export function listLatencies({ seqs, at }: Receipts, begun: ReadonlyMap<number, number>): number[] {
  return seqs.flatMap((seq, index) => {
    const from = begun.get(seq)
    const to = at[index]
    return from === undefined || to === undefined ? [] : [to - from]
  })
}
