import { isLayout, type Layout } from '@espalier/domain'
import { currentPersonId } from '../api/session/session.ts'
import { deviceStorage } from '../platform/storage.ts'

const getStorageKey = (): string => `layout:${currentPersonId() ?? 'visitor'}`

/** Stores the direction that a person has chosen last, on this device. */
export const rememberLayout = (layout: Layout): void => deviceStorage.write(getStorageKey(), layout)

/** Returns the direction for this person's next project. Null: they have not chosen one, so the default applies. */
export function readLastLayout(): Layout | null {
  const stored = deviceStorage.read(getStorageKey())
  return stored !== null && isLayout(stored) ? stored : null
}
