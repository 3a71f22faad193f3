import type { NodeId } from '@espalier/domain'
import type { NodeRecord } from '../replica/node-record.ts'
import type { LocalCopy } from './local-copy.ts'
import { cancelNothing } from './retry.ts'
import type { Clock, SentProject } from './transport.ts'

export interface CopyWriterOptions {
  readonly copy: LocalCopy
  readonly clock: Clock
  /** Null if the project was not opened from the copy; else everything up to this seq is stored. */
  readonly storedSeq: number | null
  /** The project as the server knows it. */
  project(): SentProject
  /** The client has every change up to this seq. */
  seq(): number
  /** Returns the nodes that the server has sent since the last call. */
  takeConfirmed(): readonly NodeId[]
  confirmed(id: NodeId): NodeRecord | undefined
  confirmedNodes(): readonly NodeRecord[]
  /** The whole project has been written. */
  onStored(): void
  /** False if the person must not have a copy of the project. */
  mayStore(project: SentProject): boolean
}

export interface CopyWriter {
  /** Something may have changed: it is written a little later. */
  changed(): void
  /** Writes now what has changed. */
  flush(): void
  /** The person may no longer see the project. Resolves once nothing of it is stored, whether or not that succeeds. */
  remove(): Promise<void>
  stop(): void
}

const writeDelayMs = 1_000
/** This many nodes are turned into text at once, because a large project would stop the page noticeably. */
const nodesPerText = 1_000

/** Keeps the copy of an open project up to date. Without a working storage the client goes on without a copy. */
export function createCopyWriter(options: CopyWriterOptions): CopyWriter {
  const { copy, clock } = options
  const projectId = options.project().id
  const changedIds = new Set<NodeId>()
  let storedSeq = options.storedSeq
  let storedProject: SentProject | null = storedSeq === null ? null : options.project()
  let cancelWrite: (() => void) | null = null
  let isWriting = false
  let isStopped = false
  let isRemoved = false

  const pause = (): Promise<void> => new Promise((resolve) => void clock.schedule(0, resolve))

  async function writeWhole(): Promise<void> {
    const [project, seq, nodes] = [options.project(), options.seq(), options.confirmedNodes()]
    changedIds.clear()
    const texts: string[] = []
    for (let start = 0; start < nodes.length; start += nodesPerText) {
      if (start > 0) await pause()
      texts.push(JSON.stringify(nodes.slice(start, start + nodesPerText)))
    }
    // The person may have lost access during a pause.
    if (isRemoved || !options.mayStore(options.project())) return
    await copy.writeProject(project, seq, texts)
    storedSeq = seq
    storedProject = project
    options.onStored()
  }

  async function writeChanges(from: number): Promise<void> {
    const [project, seq, ids] = [options.project(), options.seq(), [...changedIds]]
    if (seq === from && project === storedProject) return
    changedIds.clear()
    const nodes = ids.flatMap((id) => options.confirmed(id) ?? [])
    if (!(await copy.addChanges({ project, from, seq, nodes }))) return writeWhole()
    storedSeq = seq
    storedProject = project
  }

  async function write(): Promise<void> {
    for (const id of options.takeConfirmed()) changedIds.add(id)
    if (!options.mayStore(options.project())) return copy.removeProject(projectId)
    const isMuch = changedIds.size > nodesPerText && changedIds.size * 2 > options.confirmedNodes().length
    await (storedSeq === null || isMuch ? writeWhole() : writeChanges(storedSeq))
  }

  function flush(): void {
    cancelWrite?.()
    cancelWrite = null
    if (isWriting) return changed()
    isWriting = true
    void write()
      .catch(() => (isStopped = true))
      .finally(() => (isWriting = false))
  }

  function changed(): void {
    if (isStopped || cancelWrite !== null) return
    let isCancelled = false
    const cancelTimer = clock.schedule(writeDelayMs, () => {
      // A large project as a whole would disturb a person who has just opened it.
      if (storedSeq !== null || clock.waitForPause === undefined) return flush()
      void clock.waitForPause().then(() => {
        if (!isCancelled) flush()
      })
    })
    cancelWrite = () => {
      isCancelled = true
      cancelTimer()
    }
  }

  // Opening counts as a use, although nothing may change.
  if (storedSeq !== null) clock.schedule(writeDelayMs, () => void copy.markUsed(projectId).catch(cancelNothing))
  else changed()

  return {
    changed,
    flush() {
      if (!isStopped && cancelWrite !== null) flush()
    },
    remove() {
      isStopped = true
      isRemoved = true
      cancelWrite?.()
      return copy.removeProject(projectId).catch(cancelNothing)
    },
    stop() {
      if (!isStopped && cancelWrite !== null) flush()
      isStopped = true
    },
  }
}
