import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { httpErrors } from '../protocol/errors.ts'

/** argon2id, off the event loop, a few at a time. */
export interface PasswordHasher {
  hash(password: string): Promise<string>
  /**
   * Null means that no password is set: the work is the same and the result is false, so that timing reveals nothing.
   */
  verify(hash: string | null, password: string): Promise<boolean>
}

export const passwordMaxBytes = 1024
const argonCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export interface HasherLimits {
  readonly inFlight: number
  readonly waiting: number
}

/** One core stays free for other requests. */
const defaultLimits = (): HasherLimits => ({ inFlight: Math.max(1, availableParallelism() - 1), waiting: 512 })

export function createPasswordHasher(limits: HasherLimits = defaultLimits()): PasswordHasher {
  const runLimited = createLimiter(limits)
  let decoy: Promise<string> | undefined
  const decoyHash = () => (decoy ??= hash(randomBytes(16), argonCost))
  return {
    hash: (password) => runLimited(() => hash(password, argonCost)),
    async verify(stored, password) {
      const against = stored ?? (await decoyHash())
      const isTooLong = Buffer.byteLength(password) > passwordMaxBytes
      const isRight = await runLimited(() => verify(against, isTooLong ? password.slice(0, 64) : password))
      return stored !== null && !isTooLong && isRight
    },
  }
}

function createLimiter({ inFlight, waiting }: HasherLimits) {
  const line: (() => void)[] = []
  let running = 0
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (running >= inFlight) {
      if (line.length >= waiting) throw httpErrors.busy(2)
      await new Promise<void>((resolve) => line.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      // The slot passes directly to the next waiter, so that a new caller cannot take it in between.
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}
