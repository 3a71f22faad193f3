import { normalizeIP } from '@fastify/rate-limit'
import type { Rate, Rates } from '../../ports/rates.ts'
import { ApiError } from '../api-error.ts'
import { apiLimits } from '../limits.ts'
import type { Viewer } from '../viewer.ts'
import { createFairSlots } from './fair-slots.ts'
import { createHeldAnswers } from './held-answers.ts'
import { createRequestBudget, type RequestBudget } from './request-budget.ts'

export interface RequestSource {
  readonly viewer: Viewer
  /** The network address that the request came from. */
  readonly address: string
}

/** A request that may run. */
export interface Admitted {
  readonly budget: RequestBudget
  /** Keeps room for a long answer until `leave`. False where there is none. */
  holdAnswer(characters: number, giveUp: () => void): boolean
  /** Gives the place back, and counts what was sent. Called once the request has ended and its answer has been sent. */
  leave(sentBytes?: number): void
}

/** The one gate for all that is executed, over HTTP and over sockets. */
export interface Admission {
  /** Counts the work of a request and waits for a free place. Throws RATE_LIMITED where there is too much of either. */
  admit(source: RequestSource, work: number, answerBytes?: number): Promise<Admitted>
}

const { budget: limits, inFlight, rates: rateLimits } = apiLimits

const ratePerPerson: Rate = { name: 'graphql work by person', ...rateLimits.workPerPerson }
const ratePerStranger: Rate = { name: 'graphql work by stranger', ...rateLimits.workPerStranger }
const ratePerAddress: Rate = { name: 'graphql work by address', ...rateLimits.workPerAddress }

const tooMuchWorkError = (endsInMs: number): ApiError =>
  new ApiError('RATE_LIMITED', 'Too many requests', { retryAfter: Math.max(1, Math.ceil(endsInMs / 1000)) })

/** Rates null: nothing is limited but large answers, which would fill the memory. */
export function createAdmission(rates: Rates | null): Admission {
  const { heavyAtOnce, heavyWaitMs: waitMs } = limits
  const heavy = createFairSlots({ slots: heavyAtOnce, waitingPerKey: inFlight.waiting, waitMs })
  const held = createHeldAnswers(limits.held)
  const many = { slots: Number.POSITIVE_INFINITY, waitingPerKey: inFlight.waiting, waitMs: inFlight.waitMs }
  const callers = createFairSlots({ ...many, perKey: inFlight.perCaller })
  const addresses = createFairSlots({ ...many, perKey: inFlight.perAddress })

  const count = async (rate: Rate, key: string, work: number): Promise<void> => {
    const counted = await rates?.count(rate, key, work)
    if (counted !== undefined && counted.count > rate.max) throw tooMuchWorkError(counted.endsInMs)
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
    async admit({ viewer, address }, work, answerBytes) {
      // A network of IPv6 has more addresses than anybody could count: all of one /64 are one caller.
      const place = normalizeIP(address)
      const own = viewer.kind === 'person' ? viewer.person.id : place
      const rate = viewer.kind === 'person' ? ratePerPerson : ratePerStranger
      await count(rate, own, work)
      await count(ratePerAddress, place, work)
      const caller = `${viewer.kind} ${own}`
      const leave = await enter(caller, place)
      const budget = createRequestBudget(() => heavy.enter(caller), answerBytes)
      let release: (() => void) | null = null
      return {
        budget,
        holdAnswer(characters, giveUp) {
          release = held.hold(caller, characters, giveUp)
          return release !== null
        },
        leave(sentBytes = 0) {
          leave()
          budget.close()
          release?.()
          const more = Math.floor(sentBytes / limits.bytesPerUnit)
          // What was sent counts for the next request: this one is over.
          if (more > 0) void rates?.count(rate, own, more)
        },
      }
    },
  }
}
