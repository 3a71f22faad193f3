import { isEmail, type RedirectTarget, resolveRedirect } from '@espalier/domain'
import { tabStorage } from '../../platform/storage.ts'
import { ownAddresses } from './page-config.ts'

const nextKey = 'next'

/** Keeps where to go after signing in. The value may be a stranger's: it is judged when it is taken, never followed raw. */
export function rememberNext(value: string): void {
  tabStorage.write(nextKey, value)
}

/** Read once: null where nothing was stored. */
export function takeNext(): RedirectTarget | null {
  const value = tabStorage.read(nextKey)
  tabStorage.remove(nextKey)
  const destination = value === null ? null : resolveDestination(value)
  return destination?.kind === 'path' && signInPaths.test(destination.path) ? null : destination
}

/** Pages that lead in: whoever has just signed in would stay on them for ever. */
const signInPaths = /^\/(login|register|recovery)(?![^/?#])/u

export function forgetNext(): void {
  tabStorage.remove(nextKey)
}

/** Our own path, one of our own hosts, or /projects for everything else. */
export const resolveDestination = (value: string | null): RedirectTarget => resolveRedirect(value, ownAddresses())

const planKey = 'plan'

/** Keeps a chosen plan while the browser is away at a social provider. */
export const rememberChosenPlan = (plan: string): void => tabStorage.write(planKey, plan)

/** Read once. */
export function takeChosenPlan(): string | null {
  const plan = tabStorage.read(planKey)
  tabStorage.remove(planKey)
  return plan
}

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
