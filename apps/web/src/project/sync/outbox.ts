import { limits } from '@espalier/domain'
import type { OperationAnswer, Operation } from '@espalier/sync'
import type { Said } from '../../api/graphql/ask.ts'
import { retryDelayMs } from '../../api/graphql/live-client.ts'
import { type Cell, createCell } from '../../platform/cell.ts'
import type { SavingState } from './board.ts'

export interface OutboxParts {
  /** What has to be sent, in order. */
  unsent(): readonly Operation[]
  /** Operations that can go in one request. */
  batchOf(operations: readonly Operation[]): readonly Operation[]
  /** Sends them as one request; the server does them in order. */
  send(operations: readonly Operation[]): Promise<readonly Said[]>
  /** Sends them without waiting for an answer. */
  sendOnLeaving(operations: readonly Operation[]): void
  read(operation: Operation, said: Extract<Said, { ok: true }>): OperationAnswer
  onSending(operations: readonly Operation[]): void
  onAnswered(answers: readonly { readonly operationId: string; readonly answer: OperationAnswer }[]): void
  onRefused(operation: Operation, said: Refused): void
  /** Everything has been sent. */
  onEmpty(): void
  /** The server is out of reach; told once until it is back. */
  onUnreachable(text: string): void
}

export interface Outbox {
  readonly saving: Cell<SavingState>
  /** Something was added. */
  wake(): void
  tryAgain(): void
  /** The page goes: what there is, is sent once more, although nobody will hear the answer. */
  sendOnLeaving(): void
  /** Sends what there is and then falls asleep, or at once where it cannot. */
  close(): void
}

type Refused = Extract<Said, { ok: false }>

const saved: SavingState = { kind: 'saved' }
const savingNow: SavingState = { kind: 'saving' }
const lastingRetryMs = 30_000
const failuresBeforeTelling = 3
/** A fault of the server's own is not the operation's; but one that it has every time must not hold up all the others. */
const mostFaults = 10

export function createOutbox(parts: OutboxParts): Outbox {
  const saving = createCell<SavingState>(saved)
  let isRunning = false
  let isWoken = false
  let isClosed = false
  let failures = 0
  let isSingly = false
  let timer: number | undefined
  const faults = new Map<string, number>()

  function show(isAway: boolean): void {
    const changes = parts.unsent().length
    const now = saving.get()
    if (changes === 0) saving.set(saved)
    else if (!isAway) saving.set(savingNow)
    else if (now.kind !== 'offline' || now.changes !== changes) saving.set({ kind: 'offline', changes })
  }

  function wait(ms: number): void {
    if (isClosed) return
    timer = window.setTimeout(() => void run(), ms)
  }

  function failed({ code, text, retryAfter }: Refused): void {
    failures += 1
    show(true)
    // Without a session every try would be refused alike: it waits for somebody to come back.
    if (code === 'UNAUTHENTICATED') return
    if (failures === failuresBeforeTelling) parts.onUnreachable(text)
    const isFirstPhase = failures <= limits.socketRetry.attempts
    wait(
      retryAfter === null
        ? isFirstPhase
          ? retryDelayMs(failures - 1, Math.random())
          : lastingRetryMs
        : retryAfter * 1_000,
    )
  }

  async function run(): Promise<void> {
    window.clearTimeout(timer)
    if (isRunning) return
    isRunning = true
    try {
      while (await sendNext()) continue
    } finally {
      isRunning = false
    }
  }

  /** True: go on with the next ones. */
  async function sendNext(): Promise<boolean> {
    const waiting = parts.unsent()
    if (waiting.length === 0) {
      show(false)
      parts.onEmpty()
      return false
    }
    if (failures === 0) show(false)
    const batch = isSingly ? waiting.slice(0, 1) : parts.batchOf(waiting.slice(0, limits.apiBatch.operations))
    parts.onSending(batch)
    const answers = await parts.send(batch)
    const trouble = takeIn(batch, answers)
    if (trouble === null) {
      failures = 0
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

  /** What came after one that is to be sent again may be refused only because of it: it is sent again too. */
  function takeIn(batch: readonly Operation[], answers: readonly Said[]): Refused | 'refused-whole' | null {
    if (batch.length > 1 && answers.every((said) => !said.ok && said.isWhole && !isPassing(said)))
      return 'refused-whole'
    let trouble: Refused | null = null
    const done: { readonly operationId: string; readonly answer: OperationAnswer }[] = []
    const refused: (() => void)[] = []
    for (const [index, operation] of batch.entries()) {
      const said = answers[index]
      if (said === undefined) continue
      if (said.ok) done.push({ operationId: operation.id, answer: parts.read(operation, said) })
      else if (isPassing(said) && mayRepeat(operation, said)) trouble ??= said
      else if (trouble === null) refused.push(() => parts.onRefused(operation, said))
    }
    for (const { operationId } of done) faults.delete(operationId)
    if (done.length > 0) parts.onAnswered(done)
    for (const refuse of refused) refuse()
    return trouble
  }

  function mayRepeat(operation: Operation, said: Refused): boolean {
    if (said.code !== 'INTERNAL') return true
    const count = (faults.get(operation.id) ?? 0) + 1
    faults.set(operation.id, count)
    return count < mostFaults
  }

  const tryAgain = (): void => {
    if (parts.unsent().length > 0) void run()
  }
  const look = (): void => {
    if (document.visibilityState === 'visible') tryAgain()
  }
  window.addEventListener('online', tryAgain)
  document.addEventListener('visibilitychange', look)

  return {
    saving,
    wake() {
      show(failures > 0)
      if (isWoken || failures > 0) return
      isWoken = true
      // Edits of one tick go together.
      queueMicrotask(() => {
        isWoken = false
        void run()
      })
    },
    tryAgain,
    sendOnLeaving: () => parts.sendOnLeaving(parts.batchOf(parts.unsent().slice(0, limits.apiBatch.operations))),
    close() {
      isClosed = true
      window.clearTimeout(timer)
      window.removeEventListener('online', tryAgain)
      document.removeEventListener('visibilitychange', look)
    },
  }
}

/** UPSTREAM_FAILED: for an edit that is the database, which comes back. */
const passingCodes: readonly string[] = [
  'UNREACHABLE',
  'UNAUTHENTICATED',
  'RATE_LIMITED',
  'UPSTREAM_FAILED',
  'INTERNAL',
]

const isPassing = ({ code }: Refused): boolean => passingCodes.includes(code)
