import { createHash } from 'node:crypto'
import { checkPages, checkTables } from './checks/agreement.ts'
import type { FaultName } from './faults/faults.ts'
import { setStage } from './stage.ts'
import { tableNames } from './storage/rows.ts'
import type { Storage } from './storage/storage.ts'
import { runStory } from './story.ts'

export interface RunOptions {
  readonly fault?: FaultName | null
  /** Each person has two tabs, which share the storage of their browser. */
  readonly hasTabs?: boolean
  /** Receives everything that happens. */
  readonly trace?: (line: string) => void
}

export interface RunReport {
  readonly seed: number
  /** Empty: everything agreed. */
  readonly failures: readonly string[]
  readonly steps: number
  readonly commits: number
  readonly answers: number
  readonly events: number
  /** A hash of everything stored in the end: the same for the same seed. */
  readonly fingerprint: string
}

const mostSteps = 60_000

/** Runs one seed. */
export async function runSeed(
  seed: number,
  { fault = null, hasTabs = false, trace = () => {} }: RunOptions = {},
): Promise<RunReport> {
  const { story, storage, projectId, ledger, failures, fail } = setStage(seed, { fault, hasTabs, trace })
  const steps = await runStory(story, () => failures.length > 0, mostSteps)
  if (failures.length === 0) {
    if (steps >= mostSteps) fail('the run did not finish')
    ledger.settle()
    checkTables(storage, projectId, fail)
    checkPages(storage, story.pages, fail)
    const stored = new Set(storage.committed.all('operations').map((row) => row.op_id))
    for (const edits of story.edits) edits.settle((id) => stored.has(id), ledger.commitOf)
  }
  for (const front of story.fronts) front.crash()
  const { commits, answers, events } = ledger
  return { seed, failures, steps, commits, answers, events, fingerprint: computeFingerprint(storage) }
}

const computeFingerprint = ({ committed }: Storage): string =>
  createHash('sha256')
    .update(JSON.stringify(tableNames.map((name) => committed.all(name))))
    .digest('hex')
