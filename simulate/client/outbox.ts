import type { Operation } from '@espalier/sync'
import type { Said } from '../server/api.ts'

export interface OutboxParts {
  unsent(): readonly Operation[]
  /** Operations that can go in one request. */
  batchOf(operations: readonly Operation[]): readonly Operation[]
  send(operations: readonly Operation[], done: (answers: readonly Said[] | null) => void): void
  onAnswered(answers: readonly { readonly operation: Operation; readonly value: unknown }[]): void
  onRefused(operation: Operation, said: Extract<Said, { ok: false }>): void
  onEmpty(): void
  later(ms: number, run: () => void): void
  retryMs(failures: number): number
}

/** A page's way of sending: one request at a time, in order, again until there is an answer. */
export interface Outbox {
  wake(): void
}

const passing: readonly string[] = ['UNAUTHENTICATED', 'RATE_LIMITED', 'INTERNAL']

export function createOutbox(parts: OutboxParts): Outbox {
  let isSending = false
  let failures = 0

  function sendNext(): void {
    const waiting = parts.unsent()
    if (waiting.length === 0) return parts.onEmpty()
    isSending = true
    const batch = parts.batchOf(waiting)
    parts.send(batch, (answers) => {
      isSending = false
      const isTrouble = answers === null || takeIn(batch, answers)
      failures = isTrouble ? failures + 1 : 0
      if (!isTrouble) sendNext()
      else parts.later(parts.retryMs(failures), wake)
    })
  }

  function wake(): void {
    if (!isSending) sendNext()
  }

  /** What came after one that is to be sent again may be refused only because of it: it is sent again too. */
  function takeIn(batch: readonly Operation[], answers: readonly Said[]): boolean {
    let isTrouble = false
    const done: { readonly operation: Operation; readonly value: unknown }[] = []
    const refused: (() => void)[] = []
    for (const [index, operation] of batch.entries()) {
      const said = answers[index]
      if (said === undefined) continue
      if (said.ok) done.push({ operation, value: said.value })
      else if (passing.includes(said.code)) isTrouble = true
      else if (!isTrouble) refused.push(() => parts.onRefused(operation, said))
    }
    if (done.length > 0) parts.onAnswered(done)
    for (const refuse of refused) refuse()
    return isTrouble
  }

  return { wake }
}
