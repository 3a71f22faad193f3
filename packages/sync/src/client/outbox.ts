import { limits } from '@espalier/domain'
import type { Operation, OperationAnswer } from '../replica/operations.ts'
import { type Cell, createCell } from './cell.ts'
import { cancelNothing, lastingRetryMs, retryDelayMs } from './retry.ts'
import { connectionTexts } from './texts.ts'
import type { Clock, TransportFailure, TransportResult } from './transport.ts'

export type SavingState =
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving' }
  /** The number of unsent changes is included. */
  | { readonly kind: 'offline'; readonly changes: number }

export interface OutboxOptions {
  readonly clock: Clock
  readonly random: () => number
  /** The maximum number of operations in one request. */
  readonly batchLimit: number
  /** Returns the operations that have to be sent, in order. */
  unsent(): readonly Operation[]
  /** Selects the first of these operations that can go in one request. */
  selectBatch(operations: readonly Operation[]): readonly Operation[]
  /** Sends them as one request; the server applies them in order. */
  send(operations: readonly Operation[]): Promise<readonly TransportResult<unknown>[]>
  /** Sends them without waiting for an answer. */
  sendOnLeaving(operations: readonly Operation[]): void
  readAnswer(operation: Operation, value: unknown): OperationAnswer
  onSending(operations: readonly Operation[]): void
  onAnswered(answers: readonly AnsweredOperation[]): void
  onRejected(operation: Operation, failure: TransportFailure): void
  /** Everything has been sent. */
  onEmpty(): void
  /** The server is unreachable; called once until it is back. */
  onUnreachable(text: string): void
}

interface AnsweredOperation {
  readonly operationId: string
  readonly answer: OperationAnswer
}

export interface Outbox {
  readonly saving: Cell<SavingState>
  /** To be called when an operation was added. */
  wake(): void
  tryAgain(): void
  /** Sends the unsent operations once more, although nobody will receive the answer. */
  sendOnLeaving(): void
  /** Sends the unsent operations without retrying. Resolves once nothing is being sent any more. */
  close(): Promise<void>
}

const saved: SavingState = { kind: 'saved' }
const savingNow: SavingState = { kind: 'saving' }
const failuresBeforeReport = 3
/** A request that is not answered by then is sent again. The next one gets twice as long, because a line may be slow. */
const answerMs = 20_000
/** An internal error is not the operation's fault, but an operation that fails every time must not block the others. */
const mostFaults = 10

export function createOutbox(options: OutboxOptions): Outbox {
  const saving = createCell<SavingState>(saved)
  let running: Promise<void> | null = null
  let isWoken = false
  let isClosed = false
  let failures = 0
  let lateAnswers = 0
  let isSingly = false
  let cancelRetry = cancelNothing
  const faults = new Map<string, number>()

  function show(isAway: boolean): void {
    const changes = options.unsent().length
    const now = saving.get()
    if (changes === 0) saving.set(saved)
    else if (!isAway) saving.set(savingNow)
    else if (now.kind !== 'offline' || now.changes !== changes) saving.set({ kind: 'offline', changes })
  }

  function wait(ms: number): void {
    if (!isClosed) cancelRetry = options.clock.schedule(ms, () => void run())
  }

  function failed({ code, text, retryAfter }: TransportFailure): void {
    failures += 1
    show(true)
    // Every attempt without a session would be refused, so the outbox waits for the next sign-in.
    if (code === 'UNAUTHENTICATED') return
    if (failures === failuresBeforeReport) options.onUnreachable(text)
    const isFirstPhase = failures <= limits.socketRetry.attempts
    wait(
      retryAfter === null
        ? isFirstPhase
          ? retryDelayMs(failures - 1, options.random())
          : lastingRetryMs
        : retryAfter * 1_000,
    )
  }

  function run(): Promise<void> {
    cancelRetry()
    running ??= sendAll()
    return running
  }

  async function sendAll(): Promise<void> {
    try {
      while (await sendNext()) continue
    } finally {
      running = null
    }
  }

  /** A connection that broke unnoticed never answers. The server recognizes operations that arrive twice. */
  async function sendInTime(batch: readonly Operation[]): Promise<readonly TransportResult<unknown>[]> {
    let stopWaiting = cancelNothing
    const late = new Promise<readonly TransportResult<unknown>[]>((resolve) => {
      stopWaiting = options.clock.schedule(answerMs * 2 ** lateAnswers, () => {
        lateAnswers += 1
        const text = connectionTexts.noAnswer
        resolve(batch.map(() => ({ ok: false, code: 'UNREACHABLE', text, retryAfter: null, isWhole: true })))
      })
    })
    try {
      return await Promise.race([options.send(batch), late])
    } finally {
      stopWaiting()
    }
  }

  /** Resolves to true if the next operations may be sent. */
  async function sendNext(): Promise<boolean> {
    const waiting = options.unsent()
    if (waiting.length === 0) {
      show(false)
      options.onEmpty()
      return false
    }
    if (failures === 0) show(false)
    const batch = isSingly ? waiting.slice(0, 1) : options.selectBatch(waiting.slice(0, options.batchLimit))
    options.onSending(batch)
    const answers = await sendInTime(batch)
    const trouble = applyResults(batch, answers)
    if (trouble === null) {
      failures = 0
      lateAnswers = 0
      isSingly = false
      return true
    }
    if (trouble === 'refused-whole') {
      isSingly = true
      return true
    }
    failed(trouble)
    return false
  }

  /** Operations after one that is sent again may have been refused only because of it, so they are sent again too. */
  function applyResults(
    batch: readonly Operation[],
    results: readonly TransportResult<unknown>[],
  ): TransportFailure | 'refused-whole' | null {
    if (batch.length > 1 && results.every((result) => !result.ok && result.isWhole && !isPassing(result)))
      return 'refused-whole'
    let trouble: TransportFailure | null = null
    const done: AnsweredOperation[] = []
    const rejections: (() => void)[] = []
    for (const [index, operation] of batch.entries()) {
      const result = results[index]
      if (result === undefined) continue
      if (result.ok) done.push({ operationId: operation.id, answer: options.readAnswer(operation, result.value) })
      else if (isPassing(result) && mayRepeat(operation, result)) trouble ??= result
      else if (trouble === null) rejections.push(() => options.onRejected(operation, result))
    }
    for (const { operationId } of done) faults.delete(operationId)
    if (done.length > 0) options.onAnswered(done)
    for (const reject of rejections) reject()
    return trouble
  }

  function mayRepeat(operation: Operation, failure: TransportFailure): boolean {
    if (failure.code !== 'INTERNAL') return true
    const count = (faults.get(operation.id) ?? 0) + 1
    faults.set(operation.id, count)
    return count < mostFaults
  }

  const tryAgain = (): void => {
    if (options.unsent().length > 0) void run()
  }

  return {
    saving,
    wake() {
      show(failures > 0)
      if (isWoken || failures > 0) return
      isWoken = true
      // Edits of one tick are sent together.
      options.clock.defer(() => {
        isWoken = false
        void run()
      })
    },
    tryAgain,
    sendOnLeaving: () => options.sendOnLeaving(options.selectBatch(options.unsent().slice(0, options.batchLimit))),
    close() {
      isClosed = true
      cancelRetry()
      return running ?? Promise.resolve()
    },
  }
}

/** UPSTREAM_FAILED is included, because for an edit it means the database, which comes back. */
const passingCodes: readonly string[] = [
  'UNREACHABLE',
  'UNAUTHENTICATED',
  'RATE_LIMITED',
  'UPSTREAM_FAILED',
  'INTERNAL',
]

const isPassing = ({ code }: TransportFailure): boolean => passingCodes.includes(code)
