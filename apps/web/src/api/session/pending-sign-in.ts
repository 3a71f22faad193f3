import { isEmail, type RedirectTarget, resolveRedirect } from '@espalier/domain'
import { getString } from '../../platform/json.ts'
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

/** The history state that tells the login page that an anonymous visitor asked for a project without access. */
export const privateProjectState = { reason: 'private-project' } as const

export const isPrivateProjectState = (state: unknown): boolean =>
  getString(state, 'reason') === privateProjectState.reason

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

const invitationKey = 'invitation'

/**
 * The invitation that a person signs in for. It is stored with its texts, because the sign-in pages show them and must
 * not load the GraphQL client.
 */
export interface PendingInvitation {
  readonly token: string
  readonly projectTitle: string
  readonly invitedBy: string
  /** Null: anybody may use it. */
  readonly email: string | null
}

export const buildJoinPath = (token: string): string => `/join/${encodeURIComponent(token)}`

/** Stores an invitation until the person is signed in: its page then accepts it without another click. */
export const rememberInvitation = (invitation: PendingInvitation): void =>
  tabStorage.write(invitationKey, JSON.stringify(invitation))

export function readPendingInvitation(): PendingInvitation | null {
  try {
    const stored: unknown = JSON.parse(tabStorage.read(invitationKey) ?? 'null')
    const token = getString(stored, 'token')
    const projectTitle = getString(stored, 'projectTitle')
    const invitedBy = getString(stored, 'invitedBy')
    if (token === null || projectTitle === null || invitedBy === null) return null
    return { token, projectTitle, invitedBy, email: getString(stored, 'email') }
  } catch {
    return null
  }
}

export const forgetInvitation = (): void => tabStorage.remove(invitationKey)
