import type { SeedShare } from './many-seeds.ts'
import { runSeed } from './run.ts'

// The parent process is gone.
const leave = (): never => process.exit(1)
process.on('disconnect', leave)

process.once('message', (message) => {
  void runAll(message as SeedShare)
})

async function runAll({ from, end, stride, fault, hasTabs }: SeedShare): Promise<void> {
  for (let seed = from; seed < end; seed += stride) {
    const report = await runSeed(seed, { fault, hasTabs })
    if (report.failures.length > 0) process.send?.(report)
  }
  process.off('disconnect', leave)
  process.disconnect()
}
