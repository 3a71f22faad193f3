import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Operation } from '../replica/operations.ts'
import { timerClock } from '../testing/timer-clock.ts'
import { createOutbox } from './outbox.ts'
import type { TransportResult } from './transport.ts'

const operation = { id: 'first', request: { kind: 'update' } } as unknown as Operation
const accepted: TransportResult<unknown> = { ok: true, value: null }

/** One edit, and a server that answers a request after as many milliseconds as are given for it; null: never. */
function sendOver(answersMs: readonly (number | null)[]) {
  const unsent = [operation]
  const sentAt: number[] = []
  const unreachable: string[] = []
  const start = Date.now()
  const outbox = createOutbox({
    clock: timerClock,
    random: () => 0,
    batchLimit: 50,
    unsent: () => unsent,
    selectBatch: (operations) => operations,
    send(operations) {
      const afterMs = answersMs[sentAt.length] ?? null
      sentAt.push(Date.now() - start)
      return new Promise((resolve) => {
        if (afterMs !== null)
          setTimeout(
            resolve,
            afterMs,
            operations.map(() => accepted),
          )
      })
    },
    sendOnLeaving: () => undefined,
    readAnswer: () => ({ kind: 'done' }),
    onSending: () => undefined,
    onAnswered: () => void (unsent.length = 0),
    onRejected: () => undefined,
    onEmpty: () => undefined,
    onUnreachable: (text) => void unreachable.push(text),
  })
  outbox.wake()
  return { outbox, sentAt, unreachable }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('sends an edit again when its request is never answered', async () => {
  const { outbox, sentAt } = sendOver([null, 100])
  await vi.advanceTimersByTimeAsync(19_000)
  expect([sentAt.length, outbox.saving.get().kind]).toEqual([1, 'saving'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(outbox.saving.get()).toEqual({ kind: 'offline', changes: 1 })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sentAt).toHaveLength(2)
  expect(outbox.saving.get().kind).toBe('saved')
})

it('gives a slow line twice as long with every request that was not answered in time', async () => {
  const { outbox, sentAt } = sendOver([70_000, 70_000, 70_000])
  await vi.advanceTimersByTimeAsync(300_000)
  expect(sentAt).toEqual([0, 21_000, 62_000])
  expect(outbox.saving.get().kind).toBe('saved')
})

it('says that the server does not answer after three requests without an answer', async () => {
  const { unreachable } = sendOver([])
  await vi.advanceTimersByTimeAsync(300_000)
  expect(unreachable).toEqual(['The server does not answer.'])
})

it('sends an edit once when its request is answered in time', async () => {
  const { outbox, sentAt } = sendOver([15_000])
  await vi.advanceTimersByTimeAsync(300_000)
  expect([sentAt, outbox.saving.get().kind]).toEqual([[0], 'saved'])
})
