import { setTimeout as delay } from 'node:timers/promises'
import { normalizeIP } from '@fastify/rate-limit'
import { ApiError } from '../../api/errors.ts'
import { tooManyRequestsError } from '../../api/rate-limits.ts'
import { apiLimits } from '../../api/limits.ts'
import { createRequestBudget, type RequestBudget } from '../../api/request-budget.ts'
import { getLimitOwner, type Viewer } from '../../api/viewer.ts'
import type { Rate, RateCount, Rates } from '../../ports/rates.ts'
import { createEventLoopPacer } from '../../reliability/event-loop-pacer.ts'
import { requestTexts } from '../../texts/requests.ts'

/** Marks the error of a request that got one slot and was refused the next. */
const afterLeaving =
  (leave: () => void) =>
  (error: unknown): never => {
    leave()
    throw error
  }

interface FairSlotsOptions {
  /** The number of slots that may be held at the same time. */
  readonly slots: number
  /** The number of slots that one key may hold at the same time. */
  readonly perKey?: number
  /** The number of requests of one key that may wait. */
  readonly waitingPerKey: number
  readonly waitMs: number
}

/**
 * Hands out slots to the waiting keys in turn: a caller with many requests delays the others by at most one of its own.
 */
interface FairSlots {
  /** Resolves with the function that releases the slot. Throws RATE_LIMITED if the wait is too long. */
  enter(key: string): Promise<() => void>
  /** The number of held slots. */
  readonly running: number
}

interface SlotWaiter {
  start(): void
}

const callerBusyError = (): ApiError =>
  new ApiError('RATE_LIMITED', requestTexts.busyForCaller, {
    retryAfter: 1,
  })

export function createFairSlots(options: FairSlotsOptions): FairSlots {
  const { slots, perKey = slots, waitingPerKey, waitMs } = options
  let running = 0
  const runningByKey = new Map<string, number>()
  // A Map keeps insertion order: the key that was served last is put at the end.
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

interface HeldAnswersOptions {
  /** Characters of large responses that may wait to be sent, for all callers and for one. */
  readonly total: number
  readonly perCaller: number
  /** A response that has been in transit for this long may be dropped if others need the space. */
  readonly giveUpAfterMs: number
  readonly now?: () => number
}

/** Tracks large responses in transit. They stay in memory until their readers have read them. */
interface HeldAnswers {
  /** Null if there is no space. Call the result once the response has been sent or was dropped. */
  hold(caller: string, characters: number, giveUp: () => void): (() => void) | null
}

interface HeldAnswer {
  readonly caller: string
  readonly characters: number
  readonly since: number
  giveUp(): void
}

/** Slow readers must not block the others from large responses: without space, the oldest slow one is dropped. */
export function createHeldAnswers(options: HeldAnswersOptions): HeldAnswers {
  const { total, perCaller, giveUpAfterMs, now = () => performance.now() } = options
  const heldAnswers = new Set<HeldAnswer>()
  const sumCharacters = (wanted: (one: HeldAnswer) => boolean): number =>
    [...heldAnswers].reduce((sum, one) => (wanted(one) ? sum + one.characters : sum), 0)
  return {
    hold(caller, characters, giveUp) {
      if (sumCharacters((one) => one.caller === caller) + characters > perCaller) return null
      while (sumCharacters(() => true) + characters > total) {
        const [oldest] = heldAnswers
        if (oldest === undefined || now() - oldest.since < giveUpAfterMs) return null
        heldAnswers.delete(oldest)
        oldest.giveUp()
      }
      const one: HeldAnswer = { caller, characters, since: now(), giveUp }
      heldAnswers.add(one)
      return () => void heldAnswers.delete(one)
    },
  }
}

export interface RequestSource {
  readonly viewer: Viewer
  /** The network address that the request came from. */
  readonly address: string
}

/** A request that may run. */
export interface Admitted {
  readonly budget: RequestBudget
  /** Reserves space for a large response until `leave`. Returns false if there is none. */
  holdAnswer(characters: number, giveUp: () => void): boolean
  /** Lets the next request read. Called when everything has been read, however long it takes to send the response. */
  endReading(): void
  /** Releases the slot and counts the sent bytes. Called once the request has ended and its response has been sent. */
  leave(sentBytes?: number): void
}

/** Describes the work of a request. */
export interface RequestedWork {
  /** In the units of `graphql/document-cost.ts`. */
  readonly work: number
  /** True if the request changes something: edits never wait behind heavy readers. */
  readonly isEdit?: boolean
  readonly answerBytes?: number
}

/** The single admission point for everything that is executed, over HTTP and over sockets. */
export interface Admission {
  /** Counts the work of a request and waits for a free slot. Throws RATE_LIMITED if there is too much of either. */
  admit(source: RequestSource, request: RequestedWork): Promise<Admitted>
}

const { budget: limits, inFlight, rates: rateLimits } = apiLimits

const ratePerPerson: Rate = { name: 'graphql work by person', ...rateLimits.workPerPerson }
const ratePerStranger: Rate = { name: 'graphql work by stranger', ...rateLimits.workPerStranger }
const ratePerAddress: Rate = { name: 'graphql work by address', ...rateLimits.workPerAddress }

/** A caller who has used this share of a rate reads in the lane of heavy readers. */
const isBusyCaller = ({ count }: RateCount, { max }: Rate): boolean => count > max * inFlight.busy.fromShare

/** Without rates only large responses are limited, because they would fill the memory. */
export function createAdmission(rates: Rates | null): Admission {
  const { heavyAtOnce, heavyWaitMs: waitMs } = limits
  const heavy = createFairSlots({ slots: heavyAtOnce, waitingPerKey: inFlight.waiting, waitMs })
  const heldAnswers = createHeldAnswers(limits.held)
  const many = { slots: Number.POSITIVE_INFINITY, waitingPerKey: inFlight.waiting, waitMs: inFlight.waitMs }
  const callers = createFairSlots({ ...many, perKey: inFlight.perCaller })
  const addresses = createFairSlots({ ...many, perKey: inFlight.perAddress })

  const readers = createFairSlots({ ...many, ...inFlight.busy.lane })
  const pacer = createEventLoopPacer(inFlight.busy.pace)
  let delayed = 0

  // A refusal is delayed, because a caller who is refused and immediately asks again would cost as much as one who is
  // served.
  const delayRefusal = async ({ count }: RateCount, { max }: Rate): Promise<void> => {
    const { mostMs, mostAtOnce, fullFromShare } = inFlight.refusalDelay
    if (delayed >= mostAtOnce) return
    delayed += 1
    await delay(Math.min(mostMs, (mostMs * (count - max)) / (max * fullFromShare)))
    delayed -= 1
  }
  const count = async (rate: Rate, key: string, work: number): Promise<boolean> => {
    const counted = await rates?.count(rate, key, work)
    if (counted === undefined) return false
    if (counted.count > rate.max) {
      await delayRefusal(counted, rate)
      throw tooManyRequestsError(counted.endsInMs)
    }
    return isBusyCaller(counted, rate)
  }
  /** Readers who have read much take turns, while the event loop has time left for those who edit. */
  const enterLane = async (caller: string): Promise<() => void> => {
    const leave = await readers.enter(caller)
    await pacer.waitForTurn()
    return leave
  }
  const enter = async (caller: string, address: string): Promise<() => void> => {
    if (rates === null) return () => undefined
    const leaveCaller = await callers.enter(caller)
    try {
      const leaveAddress = await addresses.enter(address)
      return () => {
        leaveAddress()
        leaveCaller()
      }
    } catch (error) {
      leaveCaller()
      throw error
    }
  }

  return {
    async admit({ viewer, address }, { work, isEdit = false, answerBytes }) {
      // An IPv6 network has too many addresses to count: all of one /64 are one caller.
      const network = normalizeIP(address)
      // Each program has the limits of a person, so that it cannot use up those of the page.
      const own = getLimitOwner(viewer) ?? network
      const rate = viewer.kind === 'person' ? ratePerPerson : ratePerStranger
      const isBusy = await count(rate, own, work)
      await count(ratePerAddress, network, work)
      const caller = `${viewer.kind} ${own}`
      const leavePlaces = await enter(caller, network)
      const leaveLane = isBusy && !isEdit ? await enterLane(caller).catch(afterLeaving(leavePlaces)) : () => undefined
      const budget = createRequestBudget(() => heavy.enter(caller), answerBytes)
      let release: (() => void) | null = null
      return {
        budget,
        holdAnswer(characters, giveUp) {
          release = heldAnswers.hold(caller, characters, giveUp)
          return release !== null
        },
        endReading() {
          leaveLane()
          budget.close()
        },
        leave(sentBytes = 0) {
          leaveLane()
          leavePlaces()
          budget.close()
          release?.()
          const more = Math.floor(sentBytes / limits.bytesPerUnit)
          // Sent bytes are charged to the next request, because this one is over.
          if (more > 0) void rates?.count(rate, own, more)
        },
      }
    },
  }
}
