/** What one crowd heard: the sequence number and the moment, one pair a message. */
export interface Receipts {
  readonly seqs: readonly number[]
  readonly at: readonly number[]
}

/** Comparable between the processes of one machine. */
export const now = (): number => performance.timeOrigin + performance.now()

/** How long each message was on its way, given when each number began its way. */
export function waysOf({ seqs, at }: Receipts, begun: ReadonlyMap<number, number>): number[] {
  return seqs.flatMap((seq, index) => {
    const from = begun.get(seq)
    const to = at[index]
    return from === undefined || to === undefined ? [] : [to - from]
  })
}
