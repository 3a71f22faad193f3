import { expect, it } from 'vitest'
import { createCatchUp } from './catch-up.ts'
import type { SentChanges, TransportResult } from './transport.ts'

const unreachable = { ok: false, code: 'UNREACHABLE', text: '', retryAfter: null, isWhole: true } as const
const answered: TransportResult<SentChanges> = { ok: true, value: { seq: 7, complete: true, nodes: [] } }

/** A server that leaves the first requests without an answer, and a clock whose timers run when they are asked to. */
function catchUpAfterFailures(failures: number, isListening = true) {
  const timers: { readonly ms: number; readonly run: () => void; isCancelled: boolean }[] = []
  const seqs: number[] = []
  let asked = 0
  const catchUp = createCatchUp({
    transport: {
      readChanges: async () => ((asked += 1) > failures ? answered : unreachable),
      readSnapshot: async () => unreachable,
    },
    clock: {
      now: () => 0,
      schedule(ms, run) {
        const timer = { ms, run, isCancelled: false }
        timers.push(timer)
        return () => void (timer.isCancelled = true)
      },
      defer: (run) => run(),
    },
    random: () => 0,
    isListening: () => isListening,
    question: () => ({ after: 3, mark: 0 }),
    onChanges: ({ seq }) => void seqs.push(seq),
    onReload: () => undefined,
    onProject: () => undefined,
  })
  return { catchUp, timers, seqs }
}

it('reads the missing changes again when a server that still sends events did not answer', async () => {
  const { catchUp, timers, seqs } = catchUpAfterFailures(2)
  await catchUp.readMissing()
  expect([seqs, timers.map(({ ms }) => ms)]).toEqual([[], [1_000]])
  timers[0]?.run()
  await expect.poll(() => timers.length).toBe(2)
  timers[1]?.run()
  await expect.poll(() => seqs).toEqual([7])
  expect(timers).toHaveLength(2)
})

it('waits for the next connection to catch up when the connection is lost', async () => {
  const { catchUp, timers } = catchUpAfterFailures(1, false)
  await catchUp.readMissing()
  expect(timers).toEqual([])
})

it('does not catch up after it was stopped', async () => {
  const { catchUp, timers } = catchUpAfterFailures(1)
  await catchUp.readMissing()
  catchUp.stop()
  expect(timers.map(({ isCancelled }) => isCancelled)).toEqual([true])
})
