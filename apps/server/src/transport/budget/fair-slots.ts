import { ApiError } from '../api-error.ts'

export interface FairSlotsOptions {
  /** How many may hold a slot at a time. */
  readonly slots: number
  /** How many of one key may hold a slot at a time. */
  readonly perKey?: number
  /** How many of one key may wait. */
  readonly waitingPerKey: number
  readonly waitMs: number
}

/**
 * Slots that are handed out to the waiting keys in turn: one caller with many requests does not keep the others
 * waiting for longer than one of its own requests takes.
 */
export interface FairSlots {
  /** Resolves with the function that gives the slot back. Throws RATE_LIMITED where the wait is too long. */
  enter(key: string): Promise<() => void>
  /** How many hold a slot. */
  readonly running: number
}

interface SlotWaiter {
  start(): void
}

const callerBusyError = (): ApiError =>
  new ApiError('RATE_LIMITED', 'The server is busy with other requests of yours. Try again in a moment.', {
    retryAfter: 1,
  })

export function createFairSlots(options: FairSlotsOptions): FairSlots {
  const { slots, perKey = slots, waitingPerKey, waitMs } = options
  let running = 0
  const runningByKey = new Map<string, number>()
  // A Map keeps the order of insertion: the key that was served last is put at the end.
  const waiting = new Map<string, SlotWaiter[]>()

  const hasRoom = (key: string): boolean => running < slots && (runningByKey.get(key) ?? 0) < perKey
  const start = (key: string): (() => void) => {
    running += 1
    runningByKey.set(key, (runningByKey.get(key) ?? 0) + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      running -= 1
      const left = (runningByKey.get(key) ?? 1) - 1
      if (left > 0) runningByKey.set(key, left)
      else runningByKey.delete(key)
      startWaiting()
    }
  }
  const startWaiting = (): void => {
    for (const [key, queue] of waiting) {
      if (running >= slots) return
      if (!hasRoom(key)) continue
      const next = queue.shift()
      waiting.delete(key)
      if (queue.length > 0) waiting.set(key, queue)
      next?.start()
      return startWaiting()
    }
  }

  return {
    get running() {
      return running
    },
    async enter(key) {
      const queue = waiting.get(key) ?? []
      if (queue.length === 0 && hasRoom(key)) return start(key)
      if (queue.length >= waitingPerKey) throw callerBusyError()
      return new Promise((resolve, reject) => {
        const waiter: SlotWaiter = {
          start() {
            clearTimeout(timer)
            resolve(start(key))
          },
        }
        const timer = setTimeout(() => {
          const own = waiting.get(key) ?? []
          const rest = own.filter((one) => one !== waiter)
          if (rest.length > 0) waiting.set(key, rest)
          else waiting.delete(key)
          reject(callerBusyError())
        }, waitMs)
        queue.push(waiter)
        waiting.set(key, queue)
      })
    },
  }
}
