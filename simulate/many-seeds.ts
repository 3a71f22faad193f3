import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { FaultName } from './faults/faults.ts'
import type { RunReport } from './run.ts'

export interface SeedRange {
  readonly from: number
  readonly count: number
  readonly fault: FaultName | null
  readonly hasTabs: boolean
}

/** The seeds of one process: every n-th, beginning with the first. */
export interface SeedShare {
  readonly from: number
  readonly end: number
  readonly stride: number
  readonly fault: FaultName | null
  readonly hasTabs: boolean
}

const worker = fileURLToPath(new URL('./seed-worker.ts', import.meta.url))
const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs the seeds on all cores and reports failures as they occur. */
export async function runManySeeds(range: SeedRange, onFailed: (report: RunReport) => void): Promise<void> {
  const { from, count, fault, hasTabs } = range
  const stride = Math.max(1, Math.min(availableParallelism(), count))
  const shares = Array.from({ length: stride }, (_, index) => ({
    from: from + index,
    end: from + count,
    stride,
    fault,
    hasTabs,
  }))
  await Promise.all(shares.map((share) => runShare(share, onFailed)))
}

function runShare(share: SeedShare, onFailed: (report: RunReport) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(worker, { cwd: root, execArgv: ['--import', 'tsx'] })
    child.on('message', (report) => onFailed(report as RunReport))
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a share of the seeds ended with ${code}`))))
    child.send(share)
  })
}
