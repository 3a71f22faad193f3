/** A piece of an answer that waits for its turn on the line. */
interface Piece {
  readonly bytes: number
  deliver(): void
}

export interface Link {
  /** Queues a piece of one connection. Connections with waiting pieces take turns, as they do on a real line. */
  send(connection: object, piece: Piece): void
  /** Passes on everything that has left the line by now. Returns when to call again; null: nothing waits. */
  advance(now: number): number | null
}

/** A line of limited width. It keeps no clock of its own: its owner calls `advance`. */
export function createLink(bitsPerSecond: number): Link {
  const queues = new Map<object, Piece[]>()
  /** When the last piece left, or null if the line has been idle since. */
  let freeAt: number | null = null

  const takeNext = (): Piece | undefined => {
    for (const [connection, queue] of queues) {
      const piece = queue.shift()
      // It goes to the end of the turns, or out of them.
      queues.delete(connection)
      if (queue.length > 0) queues.set(connection, queue)
      if (piece !== undefined) return piece
    }
    return undefined
  }
  let underway: Piece | undefined
  let leavesAt = 0

  return {
    send(connection, piece) {
      const queue = queues.get(connection)
      if (queue === undefined) queues.set(connection, [piece])
      else queue.push(piece)
    },
    advance(now) {
      for (;;) {
        if (underway === undefined) {
          underway = takeNext()
          if (underway === undefined) {
            freeAt = null
            return null
          }
          // A line that was idle starts now; a busy one goes on where it was, even if it is advanced late.
          leavesAt = (freeAt ?? now) + (underway.bytes * 8_000) / bitsPerSecond
        }
        if (leavesAt > now) return leavesAt
        freeAt = leavesAt
        underway.deliver()
        underway = undefined
      }
    },
  }
}
