import { isEmail } from '@espalier/domain'
import { tabStorage } from '../../platform/storage.ts'

const inviteKey = 'invite'

/** Keeps the invite of a register link until somebody is signed in to use it. */
export const rememberInvite = (invite: string): void => tabStorage.write(inviteKey, invite)

export const readPendingInvite = (): string | null => tabStorage.read(inviteKey)

export const forgetInvite = (): void => tabStorage.remove(inviteKey)

/** Whom an invite is for, as it says itself; null where it does not say. Whether it is true the server knows. */
export function readInvitedEmail(invite: string | null): string | null {
  try {
    const body = (invite ?? '').split('.', 1)[0] ?? ''
    const email = window.atob(body.replaceAll('-', '+').replaceAll('_', '/')).split(' ')[1] ?? ''
    return isEmail(email) ? email : null
  } catch {
    return null
  }
}
