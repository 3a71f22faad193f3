import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { findInaccessibleFolder } from './account.ts'
import { changeOwner, socketPort } from './cluster.ts'
import type { ClusterLocation } from './place.ts'

const socketFolderPrefix = 'espalier-socket-'
const maxSocketPathBytes = process.platform === 'linux' ? 107 : 103
const fitsSocketPath = (folder: string): boolean => Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`)) <= maxSocketPathBytes

const getSocketFolderNote = (place: ClusterLocation): string => join(place.home, 'socket-folder')

/** The cluster's own folder, which only PostgreSQL may enter; a short one elsewhere where that path is too long. */
export async function chooseSocketFolder(place: ClusterLocation): Promise<string> {
  await removeSocketFolder(place)
  if (fitsSocketPath(place.cluster)) return place.cluster
  const parent =
    fitsSocketPath(join(tmpdir(), `${socketFolderPrefix}xxxxxx`)) && (await findInaccessibleFolder(tmpdir(), place.account)) === null
      ? tmpdir()
      : '/tmp'
  const folder = await mkdtemp(join(parent, socketFolderPrefix))
  await changeOwner(place.account, folder)
  await writeFile(getSocketFolderNote(place), `${folder}\n`, { mode: 0o600 })
  return folder
}

export async function removeSocketFolder(place: ClusterLocation): Promise<void> {
  const folder = (await readFile(getSocketFolderNote(place), 'utf8').catch(() => '')).trim()
  if (!basename(folder).startsWith(socketFolderPrefix)) return
  await rm(folder, { recursive: true, force: true })
  await rm(getSocketFolderNote(place), { force: true })
}
