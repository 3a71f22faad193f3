import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Figure } from './figure.ts'

const resultsFolder = fileURLToPath(new URL('results', import.meta.url))

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** A Markdown table; all columns but the first are numbers. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(columns), line(columns.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

export const figureTable = (figures: readonly Figure[]): string =>
  table(
    ['Figure', 'Measured', 'Limit', 'Holds'],
    figures.map(({ name, value, limit, holds }) => [name, value, limit, holds ? 'yes' : 'NO']),
  )

/** Three digits that matter: 0.198, 5.01, 64.5, 330, 10,282. */
export function shortMs(ms: number): string {
  if (Number.isNaN(ms)) return '-'
  const size = Math.abs(ms)
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
  return ms.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

export const count = (value: number): string => (Number.isNaN(value) ? '-' : value.toLocaleString('en-US'))

/** Where and when: figures of two machines, or of two hours on a busy one, do not compare. */
export function circumstances(): string {
  const [first] = cpus()
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: process.cwd(), encoding: 'utf8' }).trim()
  const when = new Date().toISOString().slice(0, 16)
  return `${when}Z, commit ${commit}, Node ${process.versions.node}, ${cpus().length} cores (${first?.model.trim()}), ${process.platform}.`
}

/** Prints a report, and keeps it in bench/results if it is a whole one. */
export function publish(name: string, parts: readonly string[], { isKept }: { isKept: boolean }): void {
  const text = `${parts.join('\n\n')}\n`
  if (isKept) {
    mkdirSync(resultsFolder, { recursive: true })
    writeFileSync(join(resultsFolder, `${name}.md`), text)
  }
  process.stdout.write(`${text}\n`)
}
