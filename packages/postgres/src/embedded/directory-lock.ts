import { randomBytes } from 'node:crypto'
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isProcessRunning, readProcessStartTime } from './process-start-time.ts'
import { DatabaseStartError } from './start-error.ts'

export interface DirectoryLock {
  release(): Promise<void>
}

interface LockOwner {
  readonly pid: number
  readonly started: string
}

const noOwner: LockOwner = { pid: 0, started: '' }
const maxLockAttempts = 50

/**
 * Locks a folder for this process alone. The holder is the file with the highest number under `holder/`; a successor
 * links the next number, which only one of several can do. If one name were reused instead, a process that found it
 * dead could remove the file of the one that took over a moment before. Therefore a release leaves its number, marked
 * as free.
 */
export async function lockDirectory(folder: string, title: string): Promise<DirectoryLock> {
  const notes = join(folder, 'holder')
  await mkdir(notes, { recursive: true, mode: 0o700 })
  for (let attempt = 0; attempt < maxLockAttempts; attempt += 1) {
    const top = (await readLockNumbers(notes)).at(-1) ?? 0
    const holder = top === 0 ? noOwner : await readLockOwner(join(notes, String(top)))
    if (holder === null) continue
    if (holder.pid !== 0 && isProcessRunning(holder.pid, holder.started)) {
      throw new DatabaseStartError(`${title} is already in use by process ${holder.pid}`)
    }
    if (await claimLock(notes, top + 1))
      return { release: () => writeOwnerFile(notes, String(top + 1), noOwner, rename) }
  }
  throw new DatabaseStartError(`${title} is being locked by other processes`)
}

async function claimLock(notes: string, number: number): Promise<boolean> {
  const self = { pid: process.pid, started: readProcessStartTime(process.pid) ?? 'unknown' }
  try {
    await writeOwnerFile(notes, String(number), self, link)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  const numbers = await readLockNumbers(notes)
  const isOutdated = numbers.some((other) => other > number)
  const staleNumbers = isOutdated ? [number] : numbers.filter((other) => other < number)
  await Promise.all(staleNumbers.map((other) => rm(join(notes, String(other)), { force: true })))
  return !isOutdated
}

/** The file appears with all its contents or not at all. */
async function writeOwnerFile(
  notes: string,
  name: string,
  holder: LockOwner,
  moveFile: typeof link | typeof rename,
): Promise<void> {
  const draft = join(notes, `draft-${randomBytes(8).toString('hex')}`)
  try {
    await writeFile(draft, JSON.stringify(holder), { mode: 0o600 })
    await moveFile(draft, join(notes, name))
  } finally {
    await rm(draft, { force: true })
  }
}

async function readLockNumbers(notes: string): Promise<number[]> {
  const names = await readdir(notes)
  return names
    .map(Number)
    .filter((number) => Number.isSafeInteger(number) && number > 0)
    .sort((a, b) => a - b)
}

/** Null if a successor has just removed it. */
async function readLockOwner(file: string): Promise<LockOwner | null> {
  try {
    const { pid, started } = JSON.parse(await readFile(file, 'utf8')) as Partial<LockOwner>
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : noOwner
  } catch (error) {
    if (error instanceof SyntaxError) return noOwner
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
