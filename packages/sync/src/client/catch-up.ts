import { limits } from '@espalier/domain'
import type { Question } from '../replica/replica.ts'
import type { SentNode } from '../replica/node-record.ts'
import { cancelNothing, lastingRetryMs, retryDelayMs } from './retry.ts'
import type { Clock, SentProject, Transport } from './transport.ts'

/** The server's answer about everything after a seq. */
export interface CaughtUpNodes {
  readonly question: Question
  readonly seq: number
  readonly nodes: readonly SentNode[]
}

export interface CatchUpOptions {
  readonly transport: Pick<Transport, 'readChanges' | 'readSnapshot'>
  readonly clock: Clock
  readonly random: () => number
  /** True if events arrive. A client without a connection catches up when it has one again. */
  isListening(): boolean
  question(): Question
  onChanges(changes: CaughtUpNodes): void
  /** The log no longer covers the gap, so everything was read again. */
  onReload(changes: CaughtUpNodes): void
  onProject(project: SentProject): void
  /** True if the known nodes lack fields, so that the first answer has to contain everything. */
  readonly isOutdated?: boolean
}

/** The first seq is read beside the nodes and not under a lock, so this many changes before it are requested again. */
const overlap = 20

export interface CatchUp {
  /**
   * Requests the changes after the last known seq. Calls during a request cause one more request after it; an
   * unanswered request is repeated later.
   */
  readMissing(): Promise<void>
  stop(): void
}

export function createCatchUp(options: CatchUpOptions): CatchUp {
  const { transport, clock, random, isListening, question, onChanges, onReload, onProject } = options
  let running: Promise<void> | null = null
  let isWanted = false
  let isFirst = true
  let isStopped = false
  let failures = 0
  let cancelRetry = cancelNothing

  async function readAfter(asked: Question, after: number): Promise<'done' | 'too-much' | 'failed'> {
    const result = await transport.readChanges(after)
    if (!result.ok) return 'failed'
    const { complete, seq, nodes } = result.value
    if (complete) onChanges({ question: asked, seq, nodes })
    return complete ? 'done' : 'too-much'
  }

  /** Resolves to false if there was no answer. */
  async function askOnce(): Promise<boolean> {
    const asked = question()
    const isWhole = isFirst && options.isOutdated === true
    const outcome = isWhole
      ? 'too-much'
      : await readAfter(asked, isFirst ? Math.max(0, asked.after - overlap) : asked.after)
    if (outcome === 'failed') return false
    if (!isWhole) isFirst = false
    if (outcome === 'done') return true
    if (!(await reload())) return false
    isFirst = false
    // Changes made while the snapshot was read are in neither of the two answers.
    const next = question()
    return (await readAfter(next, next.after)) !== 'failed'
  }

  async function reload(): Promise<boolean> {
    const asked = question()
    const result = await transport.readSnapshot('catch-up')
    if (!result.ok || result.value.project === null) return false
    const { project, nodes } = result.value
    onProject(project)
    onReload({ question: asked, seq: project.seq, nodes })
    return true
  }

  async function run(): Promise<void> {
    cancelRetry()
    while (isWanted) {
      isWanted = false
      failures = (await askOnce()) ? 0 : failures + 1
    }
    // The next event would reveal the gap, but in a quiet project it may never come.
    if (failures === 0 || isStopped || !isListening()) return
    const ms = failures > limits.socketRetry.attempts ? lastingRetryMs : retryDelayMs(failures - 1, random())
    cancelRetry = clock.schedule(ms, () => void readMissing())
  }

  function readMissing(): Promise<void> {
    isWanted = true
    running ??= run().finally(() => (running = null))
    return running
  }

  return {
    readMissing,
    stop() {
      isStopped = true
      cancelRetry()
    },
  }
}

interface UncertaintyOptions {
  readonly clock: Clock
  /** True if an event arrived before one with a lower seq. */
  isBehind(): boolean
  /** True if the stored state of some node is only derived from answers. */
  isUnsure(): boolean
  /** True if events arrive, which will most likely remove the uncertainty. */
  isListening(): boolean
  catchUp(): Promise<void>
}

/** The time an event in flight has to arrive before the server is asked. */
const patienceMs = 1_000

/** Asks the server when events leave the stored state uncertain. */
export function createUncertaintyCheck({ clock, isBehind, isUnsure, isListening, catchUp }: UncertaintyOptions) {
  let cancel: (() => void) | null = null
  let isStopped = false
  const isOpen = (): boolean => isBehind() || isUnsure()
  return {
    check(): void {
      if (isStopped || cancel !== null || !isOpen()) return
      if (!isListening()) return void catchUp()
      cancel = clock.schedule(patienceMs, () => {
        cancel = null
        if (isOpen()) void catchUp()
      })
    },
    stop(): void {
      isStopped = true
      cancel?.()
    },
  }
}
