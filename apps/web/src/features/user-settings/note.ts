import { tabStorage } from '../../platform/storage.ts'

export interface Profile {
  readonly firstname: string
  readonly lastname: string
  readonly email: string
}

export type Intent =
  | { readonly kind: 'profile'; readonly typed: Profile }
  | { readonly kind: 'password' }
  | { readonly kind: 'link' | 'unlink'; readonly label: string }

const key = 'settings-intent'

/** What was being changed when the page had to be left. A password is never among it. */
export const leaveNote = (intent: Intent): void => tabStorage.write(key, JSON.stringify(intent))

/** Read once. Null: nothing was interrupted. */
export function takeNote(): Intent | null {
  const note = tabStorage.read(key)
  tabStorage.remove(key)
  if (note === null) return null
  try {
    return readIntent(JSON.parse(note))
  } catch {
    return null
  }
}

function readIntent(value: unknown): Intent | null {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return null
  if (value.kind === 'password') return { kind: 'password' }
  if (value.kind === 'link' || value.kind === 'unlink')
    return 'label' in value && typeof value.label === 'string' ? { kind: value.kind, label: value.label } : null
  const typed = value.kind === 'profile' && 'typed' in value ? value.typed : null
  return isProfile(typed) ? { kind: 'profile', typed } : null
}

const isProfile = (value: unknown): value is Profile =>
  typeof value === 'object' &&
  value !== null &&
  ['firstname', 'lastname', 'email'].every((name) => typeof Reflect.get(value, name) === 'string')

/** What is said when it is done. */
export function doneText(intent: Intent): string {
  switch (intent.kind) {
    case 'profile':
      return 'Profile updated'
    case 'password':
      return 'Password updated'
    case 'link':
      return `${intent.label} social auth successfully linked`
    case 'unlink':
      return `${intent.label} social auth successfully unlinked`
  }
}
