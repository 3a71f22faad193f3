import { circumstances } from '../bench/report.ts'
import startCluster from '../e2e/support/cluster.ts'
import { busAway } from './bus-away.ts'
import { busyProject, storm } from './busy.ts'
import { databaseAway } from './database-away.ts'
import { drain } from './drain.ts'
import { drops, longDrops } from './drops.ts'
import { failover } from './failover.ts'
import { type Fault, type Outcome, outcomeTable, short, whole } from './fault.ts'
import { fullDisk } from './full-disk.ts'
import { digests, webhooks } from './killed-senders.ts'
import { kills } from './kills.ts'
import { migrations } from './migrations.ts'
import { partition } from './partition.ts'
import { secondProcess } from './second-process.ts'
import { tracker } from './tracker.ts'

const faults: Record<string, Fault> = {
  kills,
  drops,
  'long-drops': longDrops,
  'database-away': databaseAway,
  'bus-away': busAway,
  drain,
  'second-process': secondProcess,
  'full-disk': fullDisk,
  migrations,
  tracker,
  webhooks,
  digests,
  partition,
  failover,
  'busy-project': busyProject,
  storm,
}

const asked = process.argv.slice(2).filter((name) => !name.startsWith('--'))
const unknown = asked.filter((name) => !(name in faults))
if (unknown.length > 0) {
  process.stderr.write(`No fault named ${unknown.join(', ')}. There are: ${Object.keys(faults).join(', ')}\n`)
  process.exit(1)
}
const measure = process.argv.includes('--short') ? short : whole

/** A fault that could not be completed counts as not survived. */
const survived = (name: string, fault: Fault): Promise<readonly Outcome[]> =>
  fault(measure).catch((error: unknown) => {
    process.stderr.write(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    return [{ name, figure: 'it failed: see above', limit: 'to end', holds: false }]
  })

// Servers start from one bundle, as `npm start` does: a fault that kills a hundred of them waits for as many starts.
const stopCluster = await startCluster()
const outcomes: Outcome[] = []
try {
  for (const [name, fault] of Object.entries(faults)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    const before = performance.now()
    outcomes.push(...(await survived(name, fault)))
    process.stderr.write(`${name}: ${((performance.now() - before) / 1000).toFixed(0)} s\n`)
  }
} finally {
  await stopCluster()
}
process.stdout.write(`${outcomeTable(outcomes)}\n\n${circumstances()}\n`)
process.exitCode = outcomes.every(({ holds }) => holds !== false) ? 0 : 1
