import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Block, Document } from './documents.ts'
import { root } from './process.ts'
import type { RunningServer } from './server.ts'

/** An answer that a document shows, and the real one. */
export interface ShownAnswer {
  readonly line: number
  readonly shown: unknown
  readonly came: unknown
}

const address = /http:\/\/localhost:3000/g

// The checks of the front end before the command itself do not concern documents.
const preamble = `set -eu
npm() {
  [ "$1 $2 $3" = 'run admin --' ] || { echo "npm $*: only the admin's commands are run" >&2; return 1; }
  shift 3
  (cd "$ROOT" && node --import tsx apps/server/src/admin/main.ts "$@")
}
`

/** Runs the marked blocks of a document one after the other in one shell against this server. */
export async function runDocument({ path, blocks }: Document, server: RunningServer): Promise<readonly ShownAnswer[]> {
  // Below node_modules, examples find the packages that they name.
  const cache = join(root, 'node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'document-'))
  try {
    for (const { mark, text } of blocks) {
      const name = /^test=([\w.-]+)$/.exec(mark)?.[1]
      if (name !== undefined) await writeFile(join(folder, name), text)
    }
    const steps = blocks.filter(({ kind, mark }) => kind === 'sh' && mark === 'test')
    await writeFile(
      join(folder, 'steps.sh'),
      `${preamble}${steps.map(stepOf).join('')}`.replaceAll(address, server.url),
    )
    await shell(folder, server, path)
    return await answersOf(folder, blocks)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const stepOf = ({ line, text }: Block): string => `echo 'line ${line}' >&2\n{\n${text}} > said-${line}\n`

const shell = (cwd: string, { env }: RunningServer, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const surroundings = { ...process.env, ...env, ROOT: root }
    execFile('sh', ['steps.sh'], { cwd, env: surroundings, timeout: 170_000 }, (error, _said, complaints) => {
      if (error === null) resolve()
      else reject(new Error(`${path} stopped (${error.message.split('\n')[0]}):\n${complaints}`))
    })
  })

/** Each answer belongs to the step before it. */
async function answersOf(folder: string, blocks: readonly Block[]): Promise<readonly ShownAnswer[]> {
  const answers: ShownAnswer[] = []
  let step = 0
  for (const { kind, mark, line, text } of blocks) {
    if (kind === 'sh' && mark === 'test') step = line
    if (mark !== 'answer') continue
    const output = await readFile(join(folder, `said-${step}`), 'utf8')
    const came: unknown = kind === 'json' ? JSON.parse(output) : output.trim()
    answers.push({ line, shown: kind === 'json' ? JSON.parse(text) : text.trim(), came })
  }
  return answers
}

/** Returns the real answer with '...' wherever the document allows anything. */
export function likened(shown: unknown, came: unknown): unknown {
  if (shown === '...') return came === undefined ? came : shown
  if (typeof shown === 'string' && typeof came === 'string') return fits(shown, came) ? shown : came
  if (Array.isArray(shown) && Array.isArray(came)) return came.map((one, at) => likened(shown[at], one))
  if (!isMap(shown) || !isMap(came)) return came
  return Object.fromEntries(Object.entries(came).map(([key, value]) => [key, likened(shown[key], value)]))
}

function fits(shown: string, came: string): boolean {
  const [start = '', ...rest] = shown.split('...')
  if (rest.length === 0) return shown === came
  return came.startsWith(start) && came.endsWith(rest.at(-1) ?? '')
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
