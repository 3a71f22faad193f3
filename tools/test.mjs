// Runs every check and every test from a fresh clone on. The last line shows the totals.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail, installPackages, requireNode, root } from './install.mjs'
import { buildPage } from './build.mjs'
import { runChecks } from './check.mjs'
import { failedJourneys, failedUnitTests, slowestJourneys, slowestUnitTests } from './test-report.mjs'
import { installSystemPackages } from './system-packages.mjs'

requireNode()
installPackages()
const missing = installSystemPackages()
if (missing) fail(missing)

const results = mkdtempSync(join(tmpdir(), 'espalier-results-'))
const counts = { checks: await runChecks() }
buildPage()
Object.assign(counts, { 'page size': pageSize(), 'unit tests': unitTests(), journeys: journeys() })
rmSync(results, { recursive: true, force: true })

const sum = (key) => Object.values(counts).reduce((total, one) => total + one[key], 0)
for (const [part, { slowest = [] }] of Object.entries(counts)) {
  if (slowest.length > 0) process.stdout.write(`\nSlowest files of the ${part}:\n${slowest.join('\n')}\n`)
}
// A person who reads only the end of a long run must see where to look.
for (const [part, { failed, failures = [] }] of Object.entries(counts)) {
  if (failed > 0) process.stdout.write(`\n${failed} failed in: ${part}\n${failures.join('\n')}`)
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
  return node(['apps/web/check-size.mjs']).status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function unitTests() {
  const file = join(results, 'unit.json')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const { status } = node([vitest, 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`])
  return counted(status, () => {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    const failed = report.numFailedTests || report.numFailedTestSuites
    return {
      passed: report.numPassedTests,
      failed,
      failures: failedUnitTests(report),
      slowest: slowestUnitTests(report),
    }
  })
}

function journeys() {
  const file = join(results, 'journeys.json')
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const { status } = node([playwright, 'test', '-c', 'e2e/playwright.config.ts', '--reporter=line,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  return counted(status, () => {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    const { expected, unexpected, flaky } = report.stats
    return {
      passed: expected,
      failed: unexpected + flaky,
      failures: failedJourneys(report),
      slowest: slowestJourneys(report),
    }
  })
}

// A runner that died before it counted anything has failed, whatever its report says.
function counted(status, read) {
  let count
  try {
    count = read()
  } catch {
    count = { passed: 0, failed: 1 }
  }
  if (status !== 0 && count.failed === 0) return { ...count, failed: 1 }
  return count
}
