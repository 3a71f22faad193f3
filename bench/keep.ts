import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { browserVersion } from './canvas/browser.ts'
import { peerVersions } from './peer-packages.ts'
import { commit, machine } from './report.ts'
import { type Circumstances, type Group, readmePart, resultsFile, withPart } from './results.ts'

const resolvePath = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const [results, readme, formatter] = [
  resolvePath('results.md'),
  resolvePath('../README.md'),
  resolvePath('../node_modules/.bin/oxfmt'),
]

/** Read before the first bench, because files that a bench writes must not count as a change of the code. */
export function circumstancesNow(): Omit<Circumstances, 'minutes' | 'peers'> {
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: commit(),
    machine: machine(),
    node: process.versions.node,
    browser: browserVersion(),
  }
}

/** Writes the table into its file and into the README. */
export function storeResults(
  groups: readonly Group[],
  now: ReturnType<typeof circumstancesNow>,
  minutes: number,
): void {
  const where = { ...now, minutes, peers: peerVersions() }
  writeFileSync(results, resultsFile(groups, where))
  writeFileSync(readme, withPart(readFileSync(readme, 'utf8'), readmePart(groups, where)))
  // Tables are written narrow; the repository's format check wants their columns aligned.
  const { status } = spawnSync(formatter, [results, readme], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error('the results are written, but not formatted: run `npm run format`')
}
