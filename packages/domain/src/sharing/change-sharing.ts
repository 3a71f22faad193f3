import {
  type GeneralAccess,
  isPermission,
  type Permission,
  type Role,
  type SharedProject,
  type Sharing,
} from '../access/role.ts'
import { accept, refuse, type Result } from '../core/result.ts'
import { defineTexts } from '../core/texts.ts'
import { sharingTexts } from './sharing-texts.ts'

/** A request as it arrives: the whole map, or only the changes (null removes access). */
interface SharingRequest {
  readonly generalAccess?: GeneralAccess | null | undefined
  readonly users?: unknown
  readonly changes?: unknown
  readonly editorsMayShare?: boolean | null | undefined
}

export interface ChangedSharing {
  readonly sharing: Sharing
  /** The people without access by name before, who are notified. */
  readonly addedIds: readonly string[]
  readonly removedIds: readonly string[]
}

export type SharingFault = 'invalid-users' | 'invalid-changes' | 'names-owner'

/** The owner's access is not in the map and cannot be changed by it: a request that names the owner is refused. */
export function changeSharing(project: SharedProject, request: SharingRequest): Result<ChangedSharing, SharingFault> {
  const present = new Map(Object.entries(project.sharing.users))
  const whole = request.users == null ? present : readPermissionMap(request.users, isPermission)
  if (whole === null) return refuse('invalid-users')
  const changes =
    request.changes == null
      ? new Map<string, Permission | null>()
      : readPermissionMap(request.changes, (value): value is Permission | null => value === null || isPermission(value))
  if (changes === null) return refuse('invalid-changes')
  if (whole.has(project.owner) || changes.has(project.owner)) return refuse('names-owner')
  const users = new Map(whole)
  for (const [id, permission] of changes) {
    if (permission === null) users.delete(id)
    else users.set(id, permission)
  }
  const editorsMayShare = request.editorsMayShare ?? project.sharing.editorsMayShare
  return accept({
    sharing: {
      generalAccess: request.generalAccess ?? project.sharing.generalAccess,
      users: Object.fromEntries(users),
      ...(editorsMayShare !== undefined && { editorsMayShare }),
    },
    addedIds: [...users.keys()].filter((id) => !present.has(id)),
    removedIds: [...present.keys()].filter((id) => !users.has(id)),
  })
}

function readPermissionMap<Value>(
  source: unknown,
  isValue: (value: unknown) => value is Value,
): Map<string, Value> | null {
  if (typeof source !== 'object' || source === null || Array.isArray(source)) return null
  const read = new Map<string, Value>()
  for (const [id, value] of Object.entries(source)) {
    if (id === '' || !isValue(value)) return null
    read.set(id, value)
  }
  return read
}

interface OwnAccessChange {
  readonly userId: string
  readonly from: Permission
  /** Null: access is removed. */
  readonly to: Permission | null
}

/** Returns the question to ask before a person reduces their own rights; null: none. */
export function getOwnAccessWarning(change: OwnAccessChange, ownId: string): string | null {
  if (change.userId !== ownId) return null
  if (change.to === null) return sharingTexts.ownRemoval
  return change.from === 'editor' && change.to === 'viewer' ? sharingTexts.ownDowngrade : null
}

/** Anonymous and link-only visitors do not learn with whom a project is shared. */
export const maskSharing = <Known extends Sharing>(sharing: Known, role: Role): Known =>
  role === 'link' || role === 'none' ? { ...sharing, users: {} } : sharing

export type SharingIcon = 'lock' | 'globe' | 'user-group'

/** The meaning of the sharing icon, for a tooltip and for screen readers. */
export const sharingIconTexts = defineTexts('domain.sharing-icon', {
  lock: 'Not shared',
  globe: 'Anyone with the link can view',
  'user-group': 'Shared with people',
} satisfies Record<SharingIcon, string>)

export function getSharingIcon({ generalAccess, users }: Sharing): SharingIcon {
  if (generalAccess === 'anyone') return 'globe'
  return Object.keys(users).length === 0 ? 'lock' : 'user-group'
}

/** Detects a request that only removes one's own access, which every member may do. */
export function isLeaveRequest(request: SharingRequest, ownId: string): boolean {
  const { users, changes, generalAccess, editorsMayShare } = request
  if (users != null || generalAccess != null || editorsMayShare != null) return false
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) return false
  const wanted = Object.entries(changes)
  return wanted.length === 1 && wanted[0]?.[0] === ownId && wanted[0][1] === null
}
