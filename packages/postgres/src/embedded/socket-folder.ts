import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { firstClosedFolder } from './account.ts'
import { giveTo, socketPort } from './cluster.ts'
import type { Place } from './place.ts'

const prefix = 'espalier-socket-'
const longestPath = process.platform === 'linux' ? 107 : 103
const fits = (folder: string): boolean => Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`)) <= longestPath

const noteOf = (place: Place): string => join(place.home, 'socket-folder')

/** The cluster's own folder, which only PostgreSQL may enter; a short one elsewhere where that path is too long. */
export async function chooseSocketFolder(place: Place): Promise<string> {
  await removeSocketFolder(place)
  if (fits(place.cluster)) return place.cluster
  const parent =
    fits(join(tmpdir(), `${prefix}xxxxxx`)) && (await firstClosedFolder(tmpdir(), place.account)) === null
      ? tmpdir()
      : '/tmp'
  const folder = await mkdtemp(join(parent, prefix))
  await giveTo(place.account, folder)
  await writeFile(noteOf(place), `${folder}\n`, { mode: 0o600 })
  return folder
}

export async function removeSocketFolder(place: Place): Promise<void> {
  const folder = (await readFile(noteOf(place), 'utf8').catch(() => '')).trim()
  if (!basename(folder).startsWith(prefix)) return
  await rm(folder, { recursive: true, force: true })
  await rm(noteOf(place), { force: true })
}
