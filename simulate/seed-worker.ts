import type { SeedShare } from './many-seeds.ts'
import { type RunReport, runSeed } from './run.ts'

// The parent process is gone.
process.on('disconnect', () => process.exit(1))

process.once('message', (message) => {
  void runAll(message as SeedShare)
})

async function runAll({ from, end, stride, fault, hasTabs }: SeedShare): Promise<void> {
  for (let seed = from; seed < end; seed += stride) {
    const report = await runSeed(seed, { fault, hasTabs })
    if (report.failures.length > 0) await send(report)
  }
  // A write that waited on a server that fell has a timer of its own, in real time, which would hold the process.
  process.exit(0)
}

const send = (report: RunReport): Promise<void> =>
  new Promise((resolve) => void process.send?.(report, () => resolve()))
