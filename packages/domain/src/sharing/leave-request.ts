import type { SharingRequest } from './change-sharing.ts'

/** A request that asks for nothing but to take one's own access away: every member may do that. */
export function isLeaveRequest(request: SharingRequest, ownId: string): boolean {
  const { users, changes, generalAccess, editorsMayShare } = request
  if (users != null || generalAccess != null || editorsMayShare != null) return false
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) return false
  const wanted = Object.entries(changes)
  return wanted.length === 1 && wanted[0]?.[0] === ownId && wanted[0][1] === null
}
