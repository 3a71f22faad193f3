import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What PostgreSQL's own pid file tells. */
export interface PostmasterInfo {
  readonly pid: number
  readonly folder: string
  readonly port: number
  readonly socketFolder: string
  readonly status: 'starting' | 'ready' | 'stopping' | 'standby' | 'unknown'
}

/** Null where there is no pid file, or where it is being written this moment. */
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
