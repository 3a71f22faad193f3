import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { UnixAccount } from './account.ts'
import type { Binaries } from './binaries.ts'
import { readProcessStartTime } from './process-start-time.ts'
import { readPostmaster, type RunningPostgres } from './server-process.ts'
import { DatabaseStartError } from './start-error.ts'

export interface ClusterOptions {
  readonly binaries: Binaries
  readonly account: UnixAccount
  /** PostgreSQL's own data directory. */
  readonly folder: string
}

export interface LaunchOptions extends ClusterOptions {
  readonly logFile: string
  readonly socketFolder: string
  readonly settings: Readonly<Record<string, string>>
  /** The process id in an old postmaster.pid that is known not to be a PostgreSQL of this folder. */
  readonly stale?: number | undefined
}

export const superuserName = 'postgres'
export const socketPort = 5432

const encodingArguments = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
const startTimeoutMs = 300_000
const pollEveryMs = 15

const environment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' }
const toSpawnAccount = (account: UnixAccount): { uid?: number; gid?: number } =>
  account === null ? {} : { ...account }

export async function changeOwner(account: UnixAccount, path: string): Promise<void> {
  if (account !== null) await chown(path, account.uid, account.gid)
}

/** Creates a new cluster; `folder` exists only once it is complete. */
export async function initializeCluster(options: ClusterOptions, password: string): Promise<void> {
  const { binaries, account, folder } = options
  // The draft has a unique name, because the initdb of a killed start may still be writing into its own.
  const draft = `${folder}.draft-${randomBytes(6).toString('hex')}`
  const passwordFile = `${draft}.password`
  await removeDrafts(folder)
  await mkdir(draft, { mode: 0o700 })
  try {
    await changeOwner(account, draft)
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
    await changeOwner(account, passwordFile)
    const owner = ['-U', superuserName, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
    await runInitdb(binaries.initdb, account, ['-D', draft, ...owner, ...encodingArguments, '--no-instructions'])
    await rename(draft, folder)
    await syncFolder(dirname(folder))
  } finally {
    await rm(passwordFile, { force: true })
    await rm(draft, { recursive: true, force: true })
  }
}

async function removeDrafts(folder: string): Promise<void> {
  const drafts = (await readdir(dirname(folder))).filter((name) => name.startsWith(`${basename(folder)}.draft-`))
  const removal = { recursive: true, force: true, maxRetries: 5 }
  await Promise.all(drafts.map((name) => rm(join(dirname(folder), name), removal)))
}

async function runInitdb(program: string, account: UnixAccount, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, {
    ...toSpawnAccount(account),
    cwd: '/',
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const output: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => output.push(text))
  const [code] = await once(child, 'close').catch((cause: Error) => {
    throw new DatabaseStartError(`Cannot run ${program}: ${cause.message}`, { cause })
  })
  if (code !== 0)
    throw new DatabaseStartError(`PostgreSQL could not create its data directory: ${summarizeOutput(output.join(''))}`)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Starts the server in its own process group and waits until it accepts connections. */
export async function launchPostgres(plan: LaunchOptions): Promise<RunningPostgres> {
  const log = await open(plan.logFile, 'a', 0o600)
  const { size: logStart } = await log.stat()
  const child = spawn(plan.binaries.postgres, ['-D', plan.folder, ...buildServerArguments(plan)], {
    ...toSpawnAccount(plan.account),
    cwd: '/',
    // In a new group, Ctrl+C in our terminal does not end the database before we have finished with it.
    detached: true,
    // A zombie, or another program that got the old process id, would count as a running PostgreSQL and prevent the
    // start. Naming it as the grandparent disables only that check; removing the file would also disable the one for
    // running backends.
    env: plan.stale === undefined ? environment : { ...environment, PG_GRANDPARENT_PID: String(plan.stale) },
    stdio: ['ignore', log.fd, log.fd],
  })
  const failed = once(child, 'exit').then(
    () => 'ended' as const,
    (cause: Error) => cause,
  )
  await log.close()
  child.unref()
  const outcome = await Promise.race([failed, waitUntilReady(plan, child)])
  if (typeof outcome === 'object' && 'pid' in outcome) return outcome
  if (outcome instanceof Error) {
    throw new DatabaseStartError(`Cannot run ${plan.binaries.postgres}: ${outcome.message}`, { cause: outcome })
  }
  const output = (await readFile(plan.logFile)).subarray(logStart).toString('utf8')
  throw new DatabaseStartError(`PostgreSQL did not start: ${summarizeOutput(output)}`)
}

function buildServerArguments(plan: LaunchOptions): string[] {
  const settings = {
    listen_addresses: '',
    port: String(socketPort),
    unix_socket_directories: `"${plan.socketFolder.replaceAll('"', '""')}"`,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // The text of a failed statement may contain user content; the sender logs what it needs.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    // Uses files in its own folder: shared memory of the system would stay forever if it is killed and its folder
    // removed.
    dynamic_shared_memory_type: 'mmap',
    ...plan.settings,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function waitUntilReady(plan: LaunchOptions, child: ChildProcess): Promise<RunningPostgres | 'ended'> {
  const deadline = Date.now() + startTimeoutMs
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    const postmaster = await readPostmaster(plan.folder)
    const started = postmaster !== null && postmaster.pid === child.pid ? readProcessStartTime(postmaster.pid) : null
    if (postmaster?.status === 'ready' && started !== null) {
      return { pid: postmaster.pid, started, socketFolder: plan.socketFolder, port: socketPort }
    }
    await pause(pollEveryMs)
  }
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGQUIT')
  return 'ended'
}

/** PostgreSQL cannot read the files of another major version. */
export async function checkClusterVersion(folder: string, major: string): Promise<void> {
  const found = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (found === major) return
  const what = found === '' ? 'is not a PostgreSQL data directory' : `was made by PostgreSQL ${found}, not ${major}`
  throw new DatabaseStartError(`The database in ${folder} ${what}`)
}

/** Returns the most informative line of PostgreSQL's output for the operator. */
export function summarizeOutput(output: string): string {
  if (/No space left on device/i.test(output)) return 'the disk is full (No space left on device)'
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const relevantLine = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1)
  return relevantLine === undefined
    ? 'it gave no reason'
    : relevantLine.replace(/^.*?(FATAL|PANIC|error): +/, '').trim()
}
