import { randomUUID } from 'node:crypto'
import { watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { limits } from '@espalier/domain'
import type { NodeRecord, Transport, TransportFailure, TransportResult } from '@espalier/sync'
import { type Api, toCommandFailure } from './api.ts'
import type { CommandCall } from './command-call.ts'
import { CommandFailure, type ExitCode, exitCodes } from './exit-codes.ts'
import { createFileStorage, lockFile } from './file-storage.ts'
import { findNode, findProject } from './find-targets.ts'
import { UnreadableFile } from './sync/read-plan.ts'
import { DeniedEdits, syncFile, type SyncOptions, type SyncRemote, type SyncReport } from './sync/sync-file.ts'
import { splitFile, type SyncStorage, type SyncTarget } from './sync/sync-state.ts'
import { syncTexts } from './sync/texts.ts'
import { commandTexts } from './texts.ts'
import { createTokenTransport } from './token-transport.ts'
import { openLiveProject } from './watch-command.ts'

/** Makes a file and a project equal, once or until it is stopped. */
export async function runSync({ api, words: [file = ''], options, stop, print }: CommandCall): Promise<ExitCode> {
  const storage = createFileStorage(file)
  const unlock = await lockFile(file)
  try {
    const target = await findTarget(api, storage, file, options)
    const remote = createRemote(createTokenTransport(api, target.projectId))
    const syncOptions: SyncOptions = { target, storage, remote, newId: randomUUID }
    const syncOnce = async (isQuiet: boolean): Promise<SyncReport> => {
      const report = await runPass(file, syncOptions)
      if (!isQuiet || report.sent > 0 || report.isFileWritten) print({ file, ...report }, describe(file, report))
      return report
    }
    // A sync that fails now may succeed later: the server comes back, or somebody repairs the file.
    const report = (error: unknown): void => {
      if (!(error instanceof CommandFailure)) throw error
      print({ file, error: error.message }, [error.message])
    }
    const { conflicts } = await syncOnce(false)
    if (options.watch === true) await followBoth(api, file, target, stop, () => syncOnce(true).catch(report))
    return conflicts > 0 && options.watch !== true ? exitCodes.conflict : exitCodes.done
  } finally {
    await unlock()
  }
}

function describe(file: string, { sent, isFileWritten, conflicts }: SyncReport): readonly string[] {
  const isEqual = sent === 0 && !isFileWritten
  const line = isEqual ? syncTexts.equal(file) : syncTexts.synced(file, sent, isFileWritten)
  return conflicts === 0 ? [line] : [line, syncTexts.conflicts(conflicts)]
}

async function runPass(file: string, options: SyncOptions): Promise<SyncReport> {
  try {
    return await syncFile(options)
  } catch (error) {
    if (error instanceof UnreadableFile) {
      throw new CommandFailure(exitCodes.failed, syncTexts.unreadable(file, error.message))
    }
    if (error instanceof DeniedEdits) throw new CommandFailure(exitCodes.failed, error.message)
    throw error
  }
}

/** The file itself says what it belongs to, unless it is new. */
async function findTarget(
  api: Api,
  storage: SyncStorage,
  file: string,
  { project, node }: CommandCall['options'],
): Promise<SyncTarget> {
  const { marker } = splitFile((await storage.readText()) ?? '')
  const known = marker ?? (await storage.readState())
  if (known !== null && project === undefined && node === undefined) {
    return { projectId: known.projectId, nodeId: known.nodeId }
  }
  const found = node === undefined ? null : await findNode(api, node, project)
  const projectId = found?.project.id ?? (await findProject(api, project)).id
  const target: SyncTarget = { projectId, nodeId: found?.node.id ?? null }
  const isOther =
    marker !== null && (marker.projectId !== projectId || (node !== undefined && marker.nodeId !== target.nodeId))
  if (isOther) throw new CommandFailure(exitCodes.usage, syncTexts.otherTarget(file))
  return marker === null ? target : { projectId, nodeId: marker.nodeId }
}

const passingCodes: readonly string[] = ['UNREACHABLE', 'RATE_LIMITED', 'UPSTREAM_FAILED', 'INTERNAL']
const mostAttempts = 6
const longestWaitMs = 60_000

/** Waits and tries again as long as the server is only away or busy. */
async function retry<Result>(send: () => Promise<Result>, findTrouble: (result: Result) => TransportFailure | null) {
  for (let attempt = 1; ; attempt += 1) {
    const result = await send()
    const trouble = findTrouble(result)
    if (trouble === null || !passingCodes.includes(trouble.code)) return result
    if (attempt === mostAttempts) throw toCommandFailure(trouble)
    await pause(Math.min(longestWaitMs, trouble.retryAfter === null ? 250 * 2 ** attempt : trouble.retryAfter * 1_000))
  }
}

/** Reaches a project over its transport, and is patient with a server that is away for a moment. */
function createRemote(transport: Transport): SyncRemote {
  return {
    async read() {
      const read = await retry(
        () => transport.readSnapshot('open'),
        (result) => (result.ok ? null : result),
      )
      if (!read.ok) throw toCommandFailure(read)
      const { project, nodes } = read.value
      if (project === null) throw new CommandFailure(exitCodes.failed, commandTexts.lostProject)
      return { project, nodes: nodes as unknown as readonly NodeRecord[] }
    },
    async send(operations, clientId) {
      const all: TransportResult<unknown>[] = []
      for (let at = 0; at < operations.length; at += limits.apiBatch.operations) {
        const some = operations.slice(at, at + limits.apiBatch.operations).map(({ id, request }) => ({ id, request }))
        const sendSome = (batch: typeof some) =>
          retry(
            () => transport.sendOperations({ operations: batch, clientId, personId: null }),
            (results) =>
              (results.find((result) => !result.ok && passingCodes.includes(result.code)) as TransportFailure | null) ??
              null,
          )
        const results = await sendSome(some)
        // A request that is too large as a whole is sent one by one.
        const isTooLarge = some.length > 1 && results.every((result) => !result.ok && result.isWhole)
        if (!isTooLarge) all.push(...results)
        else for (const one of some) all.push(...(await sendSome([one])))
      }
      return all
    },
    async changeProject(fields) {
      const changed = await retry(
        () => transport.updateProject(fields),
        (result) => (result.ok ? null : result),
      )
      return changed.ok
    },
  }
}

/** An editor writes a file in several steps. */
const settleMs = 300
/** In case an event got lost. */
const longestPauseMs = 30_000

/** Calls `sync` whenever the file or the project has changed, until it is stopped. */
async function followBoth(
  api: Api,
  file: string,
  target: SyncTarget,
  stop: AbortSignal,
  sync: () => Promise<unknown>,
): Promise<void> {
  const client = await openLiveProject(api, target.projectId)
  let wake: (() => void) | null = null
  let isWanted = false
  const want = (): void => {
    isWanted = true
    wake?.()
  }
  const path = resolve(file)
  // The folder is watched, because a file that is replaced is another file.
  const watcher = watch(dirname(path), (_event, name) => {
    if (name === null || name === basename(path)) want()
  })
  client.listen(want)
  stop.addEventListener('abort', () => wake?.(), { once: true })
  try {
    while (!stop.aborted) {
      const woken = new Promise<void>((resolveWoken) => void (wake = resolveWoken))
      if (!isWanted)
        await Promise.race([
          woken,
          pause(longestPauseMs, undefined, { ref: true, signal: stop }).catch(() => undefined),
        ])
      if (stop.aborted) break
      await pause(settleMs)
      isWanted = false
      await sync()
    }
  } finally {
    watcher.close()
    client.close()
  }
}
