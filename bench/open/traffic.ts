/** The bytes that passed over a line, with times of the computer's clock, so that another process can compare them. */
export interface Traffic {
  readonly requests: readonly { readonly at: number; readonly name: string }[]
  readonly received: readonly { readonly at: number; readonly bytes: number }[]
}

export interface Carried {
  readonly requests: number
  readonly bytes: number
}

/** Counts what was on the line until a moment. */
export const carriedUntil = ({ requests, received }: Traffic, moment: number): Carried => ({
  requests: requests.filter(({ at }) => at <= moment).length,
  bytes: received.reduce((sum, { at, bytes }) => sum + (at <= moment ? bytes : 0), 0),
})

/** Returns the method and path if the bytes begin a request. A browser sends the next one only after an answer. */
export const readRequest = (piece: Buffer): string | undefined =>
  /^([A-Z]+ \/\S*) HTTP\/1\.1\r\n/.exec(piece.toString('latin1', 0, 4_096))?.[1]

/** A request as the page's own clock saw it: started, first byte of the answer, last byte. */
export interface TimedRequest {
  readonly name: string
  readonly isDocument: boolean
  readonly start: number
  readonly firstByte: number
  readonly end: number
}

/**
 * Returns the longest chain of requests that waited for each other. A request waited for another if it was started
 * after the other's answer was there: for the document its first bytes, which name further files, for anything else all
 * of it, because a script runs and JSON is read only when it is complete. `start` is when the page wanted a request, so
 * waiting for a free connection is no link of a chain. Two requests may follow each other by chance, so this is never
 * too low, and the lowest of several visits on the slowest line is the best estimate.
 */
export function longestChain(requests: readonly TimedRequest[]): number {
  const byStart = [...requests].sort((one, other) => one.start - other.start)
  const depths: number[] = []
  for (const [at, { start }] of byStart.entries()) {
    const before = byStart.slice(0, at).map((other, index) => {
      const isThere = (other.isDocument ? other.firstByte : other.end) <= start
      return isThere ? (depths[index] ?? 0) : 0
    })
    depths.push(1 + Math.max(0, ...before))
  }
  return Math.max(0, ...depths)
}
