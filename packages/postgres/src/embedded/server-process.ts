import { execFileSync } from 'node:child_process'
import { readFile, readlink, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isProcessRunning, readProcessStartTime } from './process-start-time.ts'
import { DatabaseStartError } from './start-error.ts'

/** The content of PostgreSQL's own pid file. */
interface PostmasterInfo {
  readonly pid: number
  readonly folder: string
  readonly port: number
  readonly socketFolder: string
  readonly status: 'starting' | 'ready' | 'stopping' | 'standby' | 'unknown'
}

/** Null if there is no pid file or it is just being written. */
export async function readPostmaster(folder: string): Promise<PostmasterInfo | null> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return null
  return {
    pid,
    folder: lines[1] ?? '',
    port: Number(lines[3] ?? 0),
    socketFolder: lines[4] ?? '',
    status: parseStatus(lines[7] ?? ''),
  }
}

function parseStatus(word: string): PostmasterInfo['status'] {
  return word === 'starting' || word === 'ready' || word === 'stopping' || word === 'standby' ? word : 'unknown'
}

/** A PostgreSQL that is serving a cluster. */
export interface RunningPostgres {
  readonly pid: number
  readonly started: string
  readonly socketFolder: string
  readonly port: number
}

type PostgresStatus =
  | { readonly kind: 'running'; readonly running: RunningPostgres }
  /** `stale` is the process id that a crashed PostgreSQL left in its pid file. */
  | { readonly kind: 'none'; readonly stale?: number }
  | { readonly kind: 'changing'; readonly pid: number; readonly status: PostmasterInfo['status'] }

const timeouts = { changeMs: 120_000, stopMs: 8_000, quitMs: 6_000, lookEveryMs: 20 } as const

export async function inspectPostgres(cluster: string): Promise<PostgresStatus> {
  const postmaster = await readPostmaster(cluster)
  if (postmaster === null) return { kind: 'none' }
  const { pid, status, socketFolder, port } = postmaster
  const started = readProcessStartTime(pid)
  if (started === null || !(await servesCluster(pid, cluster))) return { kind: 'none', stale: pid }
  if (status !== 'ready') return { kind: 'changing', pid, status }
  return { kind: 'running', running: { pid, started, socketFolder, port } }
}

/** Like `inspectPostgres`, but waits for a running start or stop to finish. */
export async function waitForStableStatus(
  cluster: string,
  log: (line: string) => void,
): Promise<Exclude<PostgresStatus, { kind: 'changing' }>> {
  const deadline = Date.now() + timeouts.changeMs
  for (let checks = 0; ; checks += 1) {
    const found = await inspectPostgres(cluster)
    if (found.kind !== 'changing') return found
    if (checks === 0) log(`Waiting for PostgreSQL, which is ${found.status} (process ${found.pid})`)
    if (Date.now() > deadline)
      throw new DatabaseStartError(`PostgreSQL, process ${found.pid}, is still ${found.status}`)
    await pause(timeouts.lookEveryMs)
  }
}

async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster)
    }
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
    // Root without the right to trace, as in most containers, may read another account's command line but not these
    // links.
    const program = await readlink(`/proc/${pid}/exe`).catch(() => words[0] ?? '')
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => realpath(words[words.indexOf('-D') + 1] ?? ''))
    return basename(program).startsWith('postgres') && folder === (await realpath(cluster))
  } catch {
    return false
  }
}

/** Stops it: connections are cut, committed data is kept. */
export async function stopPostgres(running: RunningPostgres): Promise<void> {
  if (!(await signalAndWait(running, 'SIGINT', timeouts.stopMs))) await stopPostgresImmediately(running)
}

/** Stops it like a crash: the next start replays the log. */
export async function stopPostgresImmediately(running: RunningPostgres): Promise<void> {
  await signalAndWait(running, 'SIGQUIT', timeouts.quitMs)
}

async function signalAndWait(
  { pid, started }: RunningPostgres,
  signal: NodeJS.Signals,
  limitMs: number,
): Promise<boolean> {
  if (!isProcessRunning(pid, started)) return true
  sendSignal(pid, signal)
  const deadline = Date.now() + limitMs
  while (isProcessRunning(pid, started) && Date.now() < deadline) await pause(timeouts.lookEveryMs)
  return !isProcessRunning(pid, started)
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
