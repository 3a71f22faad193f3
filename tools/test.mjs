// Runs every check and every test from a fresh clone on. The last line shows the totals.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail, installPackages, requireNode, root } from './install.mjs'
import { buildPage } from './build.mjs'
import { runChecks } from './check.mjs'
import { watchMachine } from './machine-watch.mjs'
import { readJourneys, readUnitTests } from './test-report.mjs'
import { installSystemPackages } from './system-packages.mjs'

requireNode()
installPackages()
const missing = installSystemPackages()
if (missing) fail(missing)

/** More failures than this are no bad luck. */
const mostRunAgain = 12
const results = mkdtempSync(join(tmpdir(), 'espalier-results-'))
const machine = watchMachine(join(results, 'machine.jsonl'))
const counts = { checks: await runChecks() }
buildPage()
Object.assign(counts, { 'page size': pageSize(), 'unit tests': unitTests(), journeys: journeys() })
const slowPeriods = machine.stop()
rmSync(results, { recursive: true, force: true })

const sum = (key) => Object.values(counts).reduce((total, one) => total + one[key], 0)
const print = (title, lines) => {
  if (lines.length > 0) process.stdout.write(`\n${title}:\n${lines.join('\n')}\n`)
}
for (const [part, { slowest = [] }] of Object.entries(counts)) print(`Slowest files of the ${part}`, slowest)
// A person who reads only the end of a long run must see where to look.
print('The machine was slow', slowPeriods)
for (const [part, { unstable = [] }] of Object.entries(counts))
  print(`Passed alone, not beside others: ${part}`, unstable)
for (const [part, { failed, failures = [] }] of Object.entries(counts)) {
  if (failed > 0) print(`${failed} failed in: ${part}`, failures)
}
process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed\n`)
process.exitCode = sum('failed') > 0 ? 1 : 0

function node(args, env = {}) {
  return spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
}

function pageSize() {
  if (node(['apps/web/check-size.mjs']).status === 0) return { passed: 1, failed: 0 }
  return { passed: 0, failed: 1, failures: ['- apps/web/check-size.mjs: see its output above'] }
}

function unitTests() {
  const file = join(results, 'unit.json')
  const uncaught = join(results, 'uncaught-errors.json')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['dot', 'json', './tools/uncaught-errors.mjs'].map((reporter) => `--reporter=${reporter}`)
  const run = (args) => {
    for (const report of [file, uncaught]) rmSync(report, { force: true })
    const { status } = node([vitest, 'run', ...args, ...reporters, `--outputFile.json=${file}`], {
      UNCAUGHT_ERRORS_FILE: uncaught,
    })
    return counted(status, () =>
      readUnitTests(JSON.parse(readFileSync(file, 'utf8')), JSON.parse(readFileSync(uncaught, 'utf8'))),
    )
  }
  return runFailedAgain(run([]), ({ failedFiles }) => run([...failedFiles, '--maxWorkers=1']))
}

function journeys() {
  const file = join(results, 'journeys.json')
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const run = (args) => {
    rmSync(file, { force: true })
    const { status } = node([playwright, 'test', '-c', 'e2e/playwright.config.ts', '--reporter=line,json', ...args], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    })
    return counted(status, () => readJourneys(JSON.parse(readFileSync(file, 'utf8'))))
  }
  return runFailedAgain(run([]), () => run(['--last-failed', '--workers=1']))
}

// A test that fails for itself, too, has failed. One that passed then is listed: either the machine stood still, or
// there is a race to find (docs/decisions/0054).
function runFailedAgain(first, runAgain) {
  if (first.failed === 0 || first.broken || first.failures.length !== first.failed || first.failed > mostRunAgain)
    return first
  const again = runAgain(first)
  if (again.failed > first.failed) return first
  return {
    ...first,
    passed: first.passed + first.failed - again.failed,
    failed: again.failed,
    failures: again.failures,
    unstable: again.failed === 0 ? first.failures : [],
  }
}

// A runner that died before it counted anything has failed, whatever its report says.
function counted(status, read) {
  let count
  try {
    count = read()
  } catch {
    count = { passed: 0, failed: 1, failures: ['- the runner wrote no report'], broken: true }
  }
  if (status !== 0 && count.failed === 0)
    return {
      ...count,
      failed: 1,
      failures: [`- the runner ended with ${status}, although no test failed`],
      broken: true,
    }
  return count
}
