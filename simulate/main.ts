import { parseArgs } from 'node:util'
import { faultNames, isFaultName } from './faults/faults.ts'
import { storeFailingSeed } from './kept-seeds.ts'
import { runManySeeds } from './many-seeds.ts'
import { runSeed, type RunReport } from './run.ts'

const usage = `npm run simulate                     10,000 seeds
npm run simulate -- --seed 7         one of them, with everything that happens
npm run simulate -- --seeds 500      so many, from --from on (1)
npm run simulate -- --tabs           with two tabs for each person, which share a browser
npm run simulate -- --fault NAME     with a injected bug: ${faultNames.join(', ')}
`

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '10000' },
    from: { type: 'string', default: '1' },
    fault: { type: 'string' },
    tabs: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const printLine = (line: string): void => void process.stdout.write(`${line}\n`)

function sayFailure({ seed, failures }: RunReport): void {
  printLine(`seed ${seed} failed: ${failures[0]}`)
  printLine(`  again, step by step: npm run simulate -- ${values.tabs ? '--tabs ' : ''}--seed ${seed}`)
}

async function replayOne(seed: number, fault: typeof values.fault): Promise<boolean> {
  const report = await runSeed(seed, {
    fault: isFaultName(fault) ? fault : null,
    hasTabs: values.tabs,
    trace: printLine,
  })
  const { steps, commits, answers, events } = report
  printLine(`${steps} steps, ${commits} changes committed, ${answers} writes answered, ${events} events sent`)
  if (report.failures.length > 0) sayFailure(report)
  return report.failures.length === 0
}

async function runAll(from: number, count: number, fault: typeof values.fault): Promise<boolean> {
  const started = performance.now()
  const failed: RunReport[] = []
  const range = { from, count, fault: isFaultName(fault) ? fault : null, hasTabs: values.tabs }
  await runManySeeds(range, (report) => {
    failed.push(report)
    sayFailure(report)
    if (fault === undefined && !values.tabs) storeFailingSeed(report.seed, report.failures[0] ?? '')
  })
  const seconds = Math.round((performance.now() - started) / 1000)
  printLine(`${count} seeds in ${seconds} s: ${failed.length === 0 ? 'all agree' : `${failed.length} failed`}`)
  return failed.length === 0
}

if (values.help || (values.fault !== undefined && !isFaultName(values.fault))) printLine(usage)
else {
  const isGood =
    values.seed === undefined
      ? await runAll(Number(values.from), Number(values.seeds), values.fault)
      : await replayOne(Number(values.seed), values.fault)
  process.exitCode = isGood ? 0 : 1
}
