import { tabStorage } from '../../platform/storage.ts'

export interface ProfileValues {
  readonly firstname: string
  readonly lastname: string
  readonly email: string
}

export type SettingsIntent =
  | { readonly kind: 'profile'; readonly typed: ProfileValues }
  | { readonly kind: 'password' }
  | { readonly kind: 'link' | 'unlink'; readonly label: string }

const intentStorageKey = 'settings-intent'

/** What was being changed when the page had to be left. A password is never among it. */
export const storeSettingsIntent = (intent: SettingsIntent): void => tabStorage.write(intentStorageKey, JSON.stringify(intent))

/** Read once. Null: nothing was interrupted. */
export function popSettingsIntent(): SettingsIntent | null {
  const note = tabStorage.read(intentStorageKey)
  tabStorage.remove(intentStorageKey)
  if (note === null) return null
  try {
    return parseSettingsIntent(JSON.parse(note))
  } catch {
    return null
  }
}

function parseSettingsIntent(value: unknown): SettingsIntent | null {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return null
  if (value.kind === 'password') return { kind: 'password' }
  if (value.kind === 'link' || value.kind === 'unlink')
    return 'label' in value && typeof value.label === 'string' ? { kind: value.kind, label: value.label } : null
  const typed = value.kind === 'profile' && 'typed' in value ? value.typed : null
  return isProfile(typed) ? { kind: 'profile', typed } : null
}

const isProfile = (value: unknown): value is ProfileValues =>
  typeof value === 'object' &&
  value !== null &&
  ['firstname', 'lastname', 'email'].every((name) => typeof Reflect.get(value, name) === 'string')

/** What is said when it is done. */
export function describeSavedSetting(intent: SettingsIntent): string {
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
