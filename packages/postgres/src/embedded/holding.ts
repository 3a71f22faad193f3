import { randomBytes } from 'node:crypto'
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartRefused } from '../start-refused.ts'
import { isStillRunning, stampOf } from './process-stamp.ts'

export interface Holding {
  release(): Promise<void>
}

interface Holder {
  readonly pid: number
  readonly started: string
}

const nobodyHolds: Holder = { pid: 0, started: '' }
const attempts = 50

/**
 * Takes a folder for this process alone. The holder is the file with the highest number under `holder/`; a successor
 * links the next number, which only one of several can do. Were one name reused instead, a starter that found it dead
 * could remove the file of the one that took over a moment before. Hence a release leaves its number, marked as free.
 */
export async function hold(folder: string, title: string): Promise<Holding> {
  const notes = join(folder, 'holder')
  await mkdir(notes, { recursive: true, mode: 0o700 })
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const top = (await numbersIn(notes)).at(-1) ?? 0
    const holder = top === 0 ? nobodyHolds : await readHolder(join(notes, String(top)))
    if (holder === null) continue
    if (holder.pid !== 0 && isStillRunning(holder.pid, holder.started)) {
      throw new StartRefused(`${title} is already in use by process ${holder.pid}`)
    }
    if (await claim(notes, top + 1)) return { release: () => put(notes, String(top + 1), nobodyHolds, rename) }
  }
  throw new StartRefused(`${title} is being taken by other processes`)
}

async function claim(notes: string, number: number): Promise<boolean> {
  const self = { pid: process.pid, started: stampOf(process.pid) ?? 'unknown' }
  try {
    await put(notes, String(number), self, link)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  const numbers = await numbersIn(notes)
  const outrun = numbers.some((other) => other > number)
  const obsolete = outrun ? [number] : numbers.filter((other) => other < number)
  await Promise.all(obsolete.map((other) => rm(join(notes, String(other)), { force: true })))
  return !outrun
}

/** The file appears with all its contents, or not at all. */
async function put(notes: string, name: string, holder: Holder, place: typeof link | typeof rename): Promise<void> {
  const draft = join(notes, `draft-${randomBytes(8).toString('hex')}`)
  try {
    await writeFile(draft, JSON.stringify(holder), { mode: 0o600 })
    await place(draft, join(notes, name))
  } finally {
    await rm(draft, { force: true })
  }
}

async function numbersIn(notes: string): Promise<number[]> {
  const names = await readdir(notes)
  return names
    .map(Number)
    .filter((number) => Number.isSafeInteger(number) && number > 0)
    .sort((a, b) => a - b)
}

/** Null where a successor has just removed it. */
async function readHolder(file: string): Promise<Holder | null> {
  try {
    const { pid, started } = JSON.parse(await readFile(file, 'utf8')) as Partial<Holder>
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : nobodyHolds
  } catch (error) {
    if (error instanceof SyntaxError) return nobodyHolds
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
