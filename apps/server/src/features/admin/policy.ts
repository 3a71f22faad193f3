import { normalizeEmail } from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import type { SignedInViewer, Viewer } from '../../api/viewer.ts'
import { requestTexts } from '../../texts/requests.ts'

export interface AdminPolicy {
  isAdmin(viewer: Viewer): boolean
  /** Everybody else learns nothing: the answer is the same as for something that does not exist. */
  requireAdmin(viewer: Viewer): SignedInViewer
  isAdminEmail(email: string): boolean
}

/** Addresses count only once they are proven, where the server verifies them. Programs are never operators. */
export function createAdminPolicy(adminEmails: readonly string[]): AdminPolicy {
  const known = new Set(adminEmails)
  const isAdminEmail = (email: string): boolean => known.has(normalizeEmail(email))
  const findAdmin = (viewer: Viewer): SignedInViewer | null => {
    if (viewer.kind === 'anonymous' || viewer.token !== undefined || viewer.person.isEmailUnproven) return null
    return isAdminEmail(viewer.person.email) ? viewer : null
  }
  return {
    isAdminEmail,
    isAdmin: (viewer) => findAdmin(viewer) !== null,
    requireAdmin(viewer) {
      const found = findAdmin(viewer)
      if (found === null) throw new ApiError('NOT_FOUND', requestTexts.notFound)
      return found
    },
  }
}
