import { readFileSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The unprivileged account that PostgreSQL runs under when we are root; null means: as ourselves. */
export type UnixAccount = { readonly uid: number; readonly gid: number } | null

const nobodyAccount = { uid: 65_534, gid: 65_534 }

export const isRoot = (): boolean => process.getuid?.() === 0

export const unprivilegedAccount = (): UnixAccount => (isRoot() ? chooseAccount(readPasswd()) : null)

/** `nobody` comes last: other services run under it too, and could then read the database's files. */
export function chooseAccount(passwd: string): { uid: number; gid: number } {
  for (const name of ['espalier', 'postgres', 'nobody']) {
    const line = passwd.split('\n').find((entry) => entry.startsWith(`${name}:`))
    const [, , uid, gid] = line?.split(':') ?? []
    if (uid !== undefined && gid !== undefined && Number(uid) !== 0) return { uid: Number(uid), gid: Number(gid) }
  }
  return nobodyAccount
}

function readPasswd(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8')
  } catch {
    return ''
  }
}

type AccessKind = 'read' | 'write' | 'enter'
const permissionBits = { read: 4, write: 2, enter: 1 } as const satisfies Record<AccessKind, number>

interface Permissions {
  readonly mode: number
  readonly uid: number
  readonly gid: number
}

export function hasPermission(entry: Permissions, account: { uid: number; gid: number }, wish: AccessKind): boolean {
  const shift = entry.uid === account.uid ? 6 : entry.gid === account.gid ? 3 : 0
  return ((entry.mode >> shift) & permissionBits[wish]) !== 0
}

/** The first folder on the way to (and including) `folder` that the account may not enter; null where it may. */
export async function findInaccessibleFolder(folder: string, account: UnixAccount): Promise<string | null> {
  if (account === null) return null
  const way: string[] = []
  for (let at = await realpath(folder); ; at = dirname(at)) {
    way.unshift(at)
    if (at === dirname(at)) break
  }
  for (const step of way) {
    if (!hasPermission(await stat(step), account, 'enter')) return step
  }
  return null
}
