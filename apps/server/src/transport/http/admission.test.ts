import { describe, expect, it } from 'vitest'
import { apiLimits } from '../../api/limits.ts'
import { createRequestBudget } from '../../api/request-budget.ts'
import { createRates } from '../../reliability/rates.ts'
import { createRecordedLog } from '../../testing/recorded-log.ts'
import { createTestViewer } from '../testing/test-server.ts'
import { createAdmission, createFairSlots, createHeldAnswers } from './admission.ts'

const { budget: limits, inFlight, rates: rateLimits } = apiLimits
const openAdmission = () => createAdmission(createRates({ store: null, log: createRecordedLog() }))
const person = (id: string, address = '10.0.0.1') => ({ viewer: createTestViewer(id), address })
const stranger = (host: number) => ({ viewer: { kind: 'anonymous' } as const, address: `2001:db8:1:2::${host}` })
const openHeld = (now: () => number) => createHeldAnswers({ total: 30, perCaller: 20, giveUpAfterMs: 10, now })
const limitedBy = { code: 'RATE_LIMITED', details: { retryAfter: expect.any(Number) } }

describe('Request budget', () => {
  it('shares the budget among all reads of a request and refuses the one that would exceed it', async () => {
    const budget = createRequestBudget()
    await budget.reserve({ rows: 1, bytes: limits.answerBytes - 10 })
    expect(budget.bytesLeft).toBe(10)
    await expect(budget.reserve({ rows: 1, bytes: 11 })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    await budget.reserve({ rows: 1, bytes: 10 })
    await expect(budget.reserve({ rows: limits.rows, bytes: 0 })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  })

  it('reads nothing more once the text of the response is too long', async () => {
    const budget = createRequestBudget()
    expect(budget.addToAnswer(limits.answerBytes)).toBe(true)
    expect(budget.addToAnswer(1)).toBe(false)
    await expect(budget.reserve({ rows: 1, bytes: 1 })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  })

  it('runs at most two reads at a time', async () => {
    const budget = createRequestBudget()
    let running = 0
    let most = 0
    const read = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise(setImmediate)
      running -= 1
    }
    await Promise.all(Array.from({ length: 20 }, () => budget.inTurn(read)))
    expect(most).toBe(2)
  })
})

describe('Fair slots', () => {
  it('gives slots to the waiting callers in turn, however many requests one of them has', async () => {
    const slots = createFairSlots({ slots: 1, waitingPerKey: 10, waitMs: 60_000 })
    const order: string[] = []
    const first = await slots.enter('greedy')
    const rest = ['greedy', 'greedy', 'greedy', 'honest'].map(async (key) => {
      const leave = await slots.enter(key)
      order.push(key)
      leave()
    })
    first()
    await Promise.all(rest)
    expect(order.indexOf('honest')).toBeLessThanOrEqual(1)
    expect(slots.running).toBe(0)
  })

  it('refuses a caller with too many waiting requests, and one that has waited too long', async () => {
    const slots = createFairSlots({ slots: 1, waitingPerKey: 1, waitMs: 1 })
    const leave = await slots.enter('a')
    const waiting = slots.enter('a')
    await expect(slots.enter('a')).rejects.toMatchObject(limitedBy)
    await expect(waiting).rejects.toMatchObject(limitedBy)
    leave()
    expect(slots.running).toBe(0)
    ;(await slots.enter('b'))()
  })
})

describe('Request admission', () => {
  it('limits the concurrent requests of one person, and the next one waits until one has left', async () => {
    const admission = openAdmission()
    const running = await Promise.all(
      Array.from({ length: inFlight.perCaller }, () => admission.admit(person('ada'), { work: 1 })),
    )
    let isIn = false
    const next = admission.admit(person('ada'), { work: 1 }).then((admitted) => {
      isIn = true
      return admitted
    })
    ;(await admission.admit(person('eve'), { work: 1 })).leave()
    expect(isIn).toBe(false)
    running.forEach(({ leave }) => leave())
    ;(await next).leave()
  })

  it('counts anonymous callers of one IPv6 network as one', async () => {
    const admission = openAdmission()
    const { max } = rateLimits.workPerStranger
    ;(await admission.admit(stranger(1), { work: max })).leave()
    await expect(admission.admit(stranger(2), { work: 1 })).rejects.toMatchObject(limitedBy)
    const elsewhere = { viewer: { kind: 'anonymous' } as const, address: '2001:db8:1:3::1' }
    ;(await admission.admit(elsewhere, { work: 1 })).leave()
  })

  it('charges the sent bytes to the next request of the same person', async () => {
    const admission = openAdmission()
    const { max } = rateLimits.workPerPerson
    ;(await admission.admit(person('ada'), { work: 1 })).leave(limits.bytesPerUnit * max)
    await expect(admission.admit(person('ada'), { work: 1 })).rejects.toMatchObject(limitedBy)
  })

  it('limits concurrent reads of large responses over all callers', async () => {
    const admission = createAdmission(null)
    const large = { rows: 1, bytes: 2 * limits.heavyBytes }
    const ids = Array.from({ length: limits.heavyAtOnce + 1 }, (_, at) => `p${at}`)
    const admitted = await Promise.all(ids.map((id) => admission.admit(person(id), { work: 1 })))
    const last = admitted.at(-1)
    for (const { budget } of admitted.slice(0, -1)) await budget.reserve(large)
    let isRead = false
    const waiting = last?.budget.reserve(large).then(() => (isRead = true))
    await new Promise(setImmediate)
    expect(isRead).toBe(false)
    // Once it has been read, it may take its time to be sent.
    admitted[0]?.budget.close()
    await waiting
    expect(isRead).toBe(true)
  })
})

describe('Callers who have read much', () => {
  const muchWork = rateLimits.workPerPerson.max * inFlight.busy.fromShare + 1
  const fillLane = async (admission: ReturnType<typeof openAdmission>) =>
    Promise.all(
      Array.from({ length: inFlight.busy.lane.slots }, (_, at) =>
        admission.admit(person(`eve${at}`), { work: muchWork }),
      ),
    )

  it('makes heavy readers take turns, while edits and light readers pass them', async () => {
    const admission = openAdmission()
    const running = await fillLane(admission)
    let isIn = false
    const waiting = admission.admit(person('mallory'), { work: muchWork }).then((admitted) => {
      isIn = true
      return admitted
    })
    ;(await admission.admit(person('ada'), { work: 1 })).leave()
    ;(await admission.admit(person('mallory'), { work: 1, isEdit: true })).leave()
    expect(isIn).toBe(false)
    running.forEach(({ leave }) => leave())
    ;(await waiting).leave()
  })

  it('admits the next heavy reader when one has finished reading, not when its response has been sent', async () => {
    const admission = openAdmission()
    const running = await fillLane(admission)
    const waiting = admission.admit(person('mallory'), { work: muchWork })
    running[0]?.endReading()
    ;(await waiting).leave()
    running.forEach(({ leave }) => leave())
  })

  it('delays a refusal longer the further the caller is over the limit', async () => {
    const admission = openAdmission()
    const { max } = rateLimits.workPerPerson
    const measureRefusal = async (work: number): Promise<number> => {
      const startedAt = performance.now()
      await expect(admission.admit(person('eve'), { work })).rejects.toMatchObject(limitedBy)
      return performance.now() - startedAt
    }
    await admission.admit(person('eve'), { work: max }).then(({ leave }) => leave())
    const { mostMs, fullFromShare } = inFlight.refusalDelay
    expect(await measureRefusal(1)).toBeLessThan(mostMs / 2)
    expect(await measureRefusal(max * fullFromShare)).toBeGreaterThanOrEqual(mostMs - 5)
  })
})

describe('Large responses in transit', () => {
  it('limits large responses in transit, for one caller more than for all', () => {
    const held = openHeld(() => 0)
    const first = held.hold('a', 20, () => undefined)
    expect(held.hold('a', 1, () => undefined)).toBeNull()
    expect(held.hold('b', 11, () => undefined)).toBeNull()
    first?.()
    expect(held.hold('b', 20, () => undefined)).not.toBeNull()
  })

  it('drops slow responses, oldest first, if others need the space', () => {
    let at = 0
    const held = openHeld(() => at)
    const givenUp: string[] = []
    for (const name of ['a', 'b']) held.hold(name, 15, () => void givenUp.push(name))
    expect(held.hold('c', 10, () => undefined)).toBeNull()
    at = 10
    expect(held.hold('c', 10, () => undefined)).not.toBeNull()
    expect(givenUp).toEqual(['a'])
  })
})
