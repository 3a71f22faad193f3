import { readFileSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The unprivileged account that PostgreSQL runs under when we are root; null means our own account. */
export type UnixAccount = { readonly uid: number; readonly gid: number } | null

const nobodyAccount = { uid: 65_534, gid: 65_534 }

export const isRoot = (): boolean => process.getuid?.() === 0

export const unprivilegedAccount = (): UnixAccount => (isRoot() ? chooseAccount(readPasswd()) : null)

/** `nobody` comes last: other services use it as well and could then read the database's files. */
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

export function hasPermission(entry: Permissions, account: { uid: number; gid: number }, access: AccessKind): boolean {
  const shift = entry.uid === account.uid ? 6 : entry.gid === account.gid ? 3 : 0
  return ((entry.mode >> shift) & permissionBits[access]) !== 0
}

/**
 * Returns the first folder on the path to (and including) `folder` that the account may not enter; null if it may enter
 * all.
 */
export async function findInaccessibleFolder(folder: string, account: UnixAccount): Promise<string | null> {
  if (account === null) return null
  const ancestors: string[] = []
  for (let at = await realpath(folder); ; at = dirname(at)) {
    ancestors.unshift(at)
    if (at === dirname(at)) break
  }
  for (const step of ancestors) {
    if (!hasPermission(await stat(step), account, 'enter')) return step
  }
  return null
}
