import { open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { randomUUID } from 'node:crypto'
import { CommandFailure, exitCodes } from './exit-codes.ts'
import type { SyncState, SyncStorage } from './sync/sync-state.ts'
import { syncTexts } from './sync/texts.ts'

/** Stores the state in a hidden file beside the file. */
export function createFileStorage(file: string): SyncStorage {
  const [textPath, statePath] = [resolve(file), getStatePath(file)]
  return {
    readText: () => readIfThere(textPath),
    writeText: (text) => replaceFile(textPath, text),
    async readState() {
      const text = await readIfThere(statePath)
      if (text === null) return null
      try {
        const state = JSON.parse(text) as SyncState
        if (state.version === 1 && Array.isArray(state.base)) return state
      } catch {
        // It is reported below.
      }
      throw new CommandFailure(exitCodes.failed, syncTexts.badState(statePath))
    },
    writeState: (state) => replaceFile(statePath, JSON.stringify(state)),
  }
}

const getStatePath = (file: string): string => join(dirname(resolve(file)), `.${basename(file)}.espalier`)

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw toFailure(path, error)
  }
}

const isCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code

const toFailure = (path: string, error: unknown): CommandFailure =>
  new CommandFailure(
    exitCodes.failed,
    syncTexts.unreadable(path, error instanceof Error ? error.message : String(error)),
  )

/** Readers see the old text or the new one, even if the machine stops in between. */
async function replaceFile(given: string, text: string): Promise<void> {
  // A symbolic link stays one, and the file keeps its permissions.
  const path = await realpath(given).catch(() => given)
  const mode = await stat(path).then(
    (found) => found.mode,
    () => undefined,
  )
  const draft = `${path}.${randomUUID().slice(0, 8)}.tmp`
  try {
    const handle = await open(draft, 'wx', mode)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw toFailure(path, error)
  }
}

/** Makes sure that only one program syncs the file. Returns a function that lets others in. */
export async function lockFile(file: string): Promise<() => Promise<void>> {
  const path = `${getStatePath(file)}.lock`
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx' })
      return () => rm(path, { force: true })
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw toFailure(path, error)
    }
    const pid = Number(await readIfThere(path))
    if (pid > 0 && isRunning(pid)) throw new CommandFailure(exitCodes.conflict, syncTexts.isLocked(file, pid))
    // Its program was killed.
    await rm(path, { force: true })
  }
  throw new CommandFailure(exitCodes.conflict, syncTexts.isLocked(file, 0))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}
