import type { Question } from '../replica/replica.ts'
import type { SentNode } from '../replica/node-record.ts'
import type { Clock, SentProject, Transport } from './transport.ts'

/** What the server answered about everything after a seq. */
export interface CaughtUpNodes {
  readonly question: Question
  readonly seq: number
  readonly nodes: readonly SentNode[]
}

export interface CatchUpOptions {
  readonly transport: Pick<Transport, 'readChanges' | 'readSnapshot'>
  question(): Question
  onChanges(changes: CaughtUpNodes): void
  /** The gap was too old: everything was read again. */
  onReload(changes: CaughtUpNodes): void
  onProject(project: SentProject): void
}

/** The first seq was read beside the nodes and not under a lock: so many changes before it are asked for once more. */
const overlap = 20

/** Asks for what came after the last known seq. Calls made meanwhile are one more question, after this one. */
export function createCatchUp(options: CatchUpOptions): () => Promise<void> {
  const { transport, question, onChanges, onReload, onProject } = options
  let running: Promise<void> | null = null
  let isWanted = false
  let isFirst = true

  async function readAfter(put: Question, after: number): Promise<'done' | 'too-much' | 'failed'> {
    const result = await transport.readChanges(after)
    if (!result.ok) return 'failed'
    const { complete, seq, nodes } = result.value
    if (complete) onChanges({ question: put, seq, nodes })
    return complete ? 'done' : 'too-much'
  }

  async function askOnce(): Promise<void> {
    const put = question()
    const outcome = await readAfter(put, isFirst ? Math.max(0, put.after - overlap) : put.after)
    if (outcome === 'failed') return
    isFirst = false
    if (outcome === 'done' || !(await reload())) return
    // What was changed while the list was read is in neither of the two.
    const next = question()
    await readAfter(next, next.after)
  }

  async function reload(): Promise<boolean> {
    const put = question()
    const result = await transport.readSnapshot('catch-up')
    if (!result.ok || result.value.project === null) return false
    const { project, nodes } = result.value
    onProject(project)
    onReload({ question: put, seq: project.seq, nodes })
    return true
  }

  async function run(): Promise<void> {
    while (isWanted) {
      isWanted = false
      await askOnce()
    }
  }

  return () => {
    isWanted = true
    running ??= run().finally(() => (running = null))
    return running
  }
}

interface UncertaintyOptions {
  readonly clock: Clock
  /** An event has overtaken one that has not come. */
  isBehind(): boolean
  /** What is stored of some node follows only from answers. */
  isUnsure(): boolean
  /** Events arrive, and will most likely settle it. */
  isListening(): boolean
  catchUp(): Promise<void>
}

/** So long an event that is on its way has to settle it, before the server is asked. */
const patienceMs = 1_000

/** Asks the server where the events leave something open. */
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
