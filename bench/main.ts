import type { Wanted } from './alone.ts'
import type { Measured } from './bench.ts'
import { benches, onRequest } from './benches.ts'
import { startChild } from './child.ts'
import { circumstancesNow, storeResults } from './keep.ts'
import { doAllHold, resultsTable, verdict, type Group } from './results.ts'

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
for (const name of Object.keys(benches)) {
  if (names.length === 0 ? !onRequest.has(name) : names.includes(name)) groups.push(await run({ name, args }))
}

for (const { details } of names.length > 0 ? groups : []) if (details) process.stdout.write(`${details}\n\n`)
process.stdout.write(`${resultsTable(groups)}\n\n${verdict(groups)}\n`)
// Only a full run is stored, because rows of two runs do not compare.
if (args.length === 0 && groups.every(({ trouble }) => !trouble)) storeResults(groups, now, minutesSince(began))
process.stderr.write(`All of it took ${minutesSince(began).toFixed(1)} minutes.\n`)
process.exitCode = doAllHold(groups) ? 0 : 1

/** A bench that cannot run says so in one line, and the others continue. */
async function run(wanted: Wanted): Promise<Group> {
  const since = performance.now()
  const log = (what: string) => process.stderr.write(`${wanted.name}: ${what}\n`)
  const child = startChild('./alone.ts')
  try {
    const measured = await child.ask<Measured>(wanted)
    log(`done in ${minutesSince(since).toFixed(1)} minutes`)
    return { bench: wanted.name, ...measured }
  } catch (failure) {
    const [trouble = 'failed'] = (failure instanceof Error ? failure.message : String(failure)).split('\n')
    log(`did not run: ${trouble}`)
    return { bench: wanted.name, figures: [], trouble }
  } finally {
    await child.end()
  }
}
