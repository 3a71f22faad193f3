import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const resultsFolder = fileURLToPath(new URL('results', import.meta.url))

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** Writes a Markdown table; all columns but the first are right-aligned numbers, unless it is one of texts. */
export function table(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  content: 'numbers' | 'texts' = 'numbers',
): string {
  const rule = columns.map((_, at) => (at === 0 || content === 'texts' ? '---' : '---:'))
  return [line(columns), line(rule), ...rows.map(line)].join('\n')
}

/** Formats three significant digits: 0.198, 5.01, 64.5, 330, 10,282. */
export function shortMs(ms: number): string {
  if (Number.isNaN(ms)) return '-'
  const size = Math.abs(ms)
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
  return ms.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

export const count = (value: number): string => (Number.isNaN(value) ? '-' : value.toLocaleString('en-US'))

const git = (...args: readonly string[]): string => {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

export const machine = (): string => `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${process.platform}`

/** Returns the commit of the code, if git knows it. */
export function commit(): string {
  const name = git('rev-parse', '--short', 'HEAD')
  if (name === '') return 'of no commit'
  return `commit ${name}${git('status', '--porcelain', '--untracked-files=no') === '' ? '' : ' with changes'}`
}

/** Describes where and when, because figures of two machines, or of two hours on a busy one, do not compare. */
export function circumstances(): string {
  const when = new Date().toISOString().slice(0, 16)
  return `${when}Z, ${commit()}, Node ${process.versions.node}, ${machine()}.`
}

/** Prints a report and stores it in bench/results if it is a full one. */
export function publish(name: string, parts: readonly string[], { isKept }: { isKept: boolean }): void {
  const text = `${parts.join('\n\n')}\n`
  if (isKept) {
    mkdirSync(resultsFolder, { recursive: true })
    writeFileSync(join(resultsFolder, `${name}.md`), text)
  }
  process.stdout.write(`${text}\n`)
}
