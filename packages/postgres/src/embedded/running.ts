import { execFileSync } from 'node:child_process'
import { readFile, readlink, realpath } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartRefused } from '../start-refused.ts'
import { type Postmaster, readPostmaster } from './postmaster.ts'
import { isStillRunning, stampOf } from './process-stamp.ts'

/** A PostgreSQL that serves a cluster now. */
export interface Running {
  readonly pid: number
  readonly started: string
  readonly socketFolder: string
  readonly port: number
}

export type Found =
  | { readonly kind: 'running'; readonly running: Running }
  /** `stale` is the process id that a PostgreSQL left in its pid file when it ended without a goodbye. */
  | { readonly kind: 'none'; readonly stale?: number }
  | { readonly kind: 'changing'; readonly pid: number; readonly status: Postmaster['status'] }

const patience = { changeMs: 120_000, stopMs: 8_000, quitMs: 6_000, lookEveryMs: 20 } as const

export async function look(cluster: string): Promise<Found> {
  const postmaster = await readPostmaster(cluster)
  if (postmaster === null) return { kind: 'none' }
  const { pid, status, socketFolder, port } = postmaster
  const started = stampOf(pid)
  if (started === null || !(await serves(pid, cluster))) return { kind: 'none', stale: pid }
  if (status !== 'ready') return { kind: 'changing', pid, status }
  return { kind: 'running', running: { pid, started, socketFolder, port } }
}

/** As `look`, but waits for a start or a stop under way to come to its end. */
export async function lookUntilSettled(
  cluster: string,
  log: (line: string) => void,
): Promise<Exclude<Found, { kind: 'changing' }>> {
  const deadline = Date.now() + patience.changeMs
  for (let looks = 0; ; looks += 1) {
    const found = await look(cluster)
    if (found.kind !== 'changing') return found
    if (looks === 0) log(`Waiting for PostgreSQL, which is ${found.status} (process ${found.pid})`)
    if (Date.now() > deadline) throw new StartRefused(`PostgreSQL, process ${found.pid}, is still ${found.status}`)
    await pause(patience.lookEveryMs)
  }
}

async function serves(pid: number, cluster: string): Promise<boolean> {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster)
    }
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
    // Root without the right to trace, as in most containers, may read another account's command line but not these links.
    const program = await readlink(`/proc/${pid}/exe`).catch(() => words[0] ?? '')
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => realpath(words[words.indexOf('-D') + 1] ?? ''))
    return basename(program).startsWith('postgres') && folder === (await realpath(cluster))
  } catch {
    return false
  }
}

/** Ends it: connections are cut, what was answered is kept. */
export async function end(running: Running): Promise<void> {
  if (!(await endsBy(running, 'SIGINT', patience.stopMs))) await endAtOnce(running)
}

/** As a crash would: the next start reads the log again. */
export async function endAtOnce(running: Running): Promise<void> {
  await endsBy(running, 'SIGQUIT', patience.quitMs)
}

async function endsBy({ pid, started }: Running, signal: NodeJS.Signals, limitMs: number): Promise<boolean> {
  if (!isStillRunning(pid, started)) return true
  signalTo(pid, signal)
  const deadline = Date.now() + limitMs
  while (isStillRunning(pid, started) && Date.now() < deadline) await pause(patience.lookEveryMs)
  return !isStillRunning(pid, started)
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
