import { api } from './api.ts'
import type { Bench } from './bench.ts'
import { canvas } from './canvas/canvas-bench.ts'
import { imports } from './import/import-bench.ts'
import { circumstancesNow, keep } from './keep.ts'
import { layout } from './layout/layout-bench.ts'
import { live } from './live/live-bench.ts'
import { doAllHold, resultsTable, verdict, type Group } from './results.ts'
import { signIn } from './sign-in.ts'
import { start } from './start.ts'
import { together } from './together.ts'

const benches: Record<string, Bench> = {
  canvas,
  layout,
  api,
  live,
  together,
  import: imports,
  start,
  'sign-in': signIn,
}

const args = process.argv.slice(2)
const names = args.filter((name) => !name.startsWith('--'))
const unknown = names.filter((name) => !(name in benches))
if (unknown.length > 0) {
  process.stderr.write(`No bench named ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}\n`)
  process.exit(1)
}

const began = performance.now()
const minutesSince = (moment: number): number => (performance.now() - moment) / 60_000
const now = circumstancesNow()
const groups: Group[] = []
for (const [name, bench] of Object.entries(benches)) {
  if (names.length === 0 || names.includes(name)) groups.push(await run(name, bench))
}

for (const { details } of names.length > 0 ? groups : []) if (details) process.stdout.write(`${details}\n\n`)
process.stdout.write(`${resultsTable(groups)}\n\n${verdict(groups)}\n`)
// Only a whole run is kept: rows of two runs do not compare.
if (args.length === 0 && groups.every(({ trouble }) => !trouble)) keep(groups, now, minutesSince(began))
process.stderr.write(`All of it took ${minutesSince(began).toFixed(1)} minutes.\n`)
process.exitCode = doAllHold(groups) ? 0 : 1

/** A bench that cannot be run says so in one line, and the others go on. */
async function run(name: string, bench: Bench): Promise<Group> {
  const since = performance.now()
  const tell = (what: string) => process.stderr.write(`${name}: ${what}\n`)
  try {
    const measured = await bench({ isQuick: args.includes('--quick'), args, tell })
    tell(`done in ${minutesSince(since).toFixed(1)} minutes`)
    return { bench: name, ...measured }
  } catch (failure) {
    const [trouble = 'failed'] = (failure instanceof Error ? failure.message : String(failure)).split('\n')
    tell(`did not run: ${trouble}`)
    return { bench: name, figures: [], trouble }
  }
}
