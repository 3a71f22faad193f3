import { isEmail, type RedirectTarget, resolveRedirect } from '@espalier/domain'
import { tabStorage } from '../../platform/storage.ts'
import { ownAddresses } from './page-config.ts'

const nextKey = 'next'

/**
 * Stores where to go after sign-in. The value may be hostile: it is checked when it is read and never followed as it
 * is.
 */
export function rememberNext(value: string): void {
  tabStorage.write(nextKey, value)
}

/** Reads and removes the stored value; null when nothing was stored. */
export function consumeNext(): RedirectTarget | null {
  const value = tabStorage.read(nextKey)
  tabStorage.remove(nextKey)
  const destination = value === null ? null : resolveDestination(value)
  return destination?.kind === 'path' && signInPaths.test(destination.path) ? null : destination
}

/** A person who has just signed in would be stuck on these sign-in pages. */
const signInPaths = /^\/(login|register|recovery)(?![^/?#])/u

export function forgetNext(): void {
  tabStorage.remove(nextKey)
}

/** Resolves to our own path, one of our own hosts, or /projects for everything else. */
export const resolveDestination = (value: string | null): RedirectTarget => resolveRedirect(value, ownAddresses())

const signUpKey = 'signed-up'

/** Stores that an account was created in this tab, whose person has not been asked for a name yet. */
export const rememberSignUp = (): void => tabStorage.write(signUpKey, 'yes')

export const isNewSignUp = (): boolean => tabStorage.read(signUpKey) !== null

export const forgetSignUp = (): void => tabStorage.remove(signUpKey)

const planKey = 'plan'

/** Stores a chosen plan while the browser is at a social provider. */
export const rememberChosenPlan = (plan: string): void => tabStorage.write(planKey, plan)

/** Reads and removes the stored plan. */
export function consumeChosenPlan(): string | null {
  const plan = tabStorage.read(planKey)
  tabStorage.remove(planKey)
  return plan
}

const inviteKey = 'invite'

/** Stores the invite of a register link until somebody is signed in to use it. */
export const rememberInvite = (invite: string): void => tabStorage.write(inviteKey, invite)

export const readPendingInvite = (): string | null => tabStorage.read(inviteKey)

export const forgetInvite = (): void => tabStorage.remove(inviteKey)

/** Reads the email address an invite claims to be for; null when it names none. Only the server can verify it. */
export function readInvitedEmail(invite: string | null): string | null {
  try {
    const body = (invite ?? '').split('.', 1)[0] ?? ''
    const email = window.atob(body.replaceAll('-', '+').replaceAll('_', '/')).split(' ')[1] ?? ''
    return isEmail(email) ? email : null
  } catch {
    return null
  }
}
