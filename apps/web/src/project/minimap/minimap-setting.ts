import { currentPersonId } from '../../api/session/session.ts'
import { createCell } from '../../platform/cell.ts'
import { deviceStorage } from '../../platform/storage.ts'

const formatStorageKey = (): string => `minimap:${currentPersonId() ?? 'visitor'}`

/** The choices of this page's life; those of earlier ones are on the device. */
const chosen = createCell<ReadonlyMap<string, boolean>>(new Map())

/** Whether this person wants to see the minimap, in all projects on this device. It is hidden until they ask for it. */
export const minimapSetting = {
  get: (): boolean => chosen.get().get(formatStorageKey()) ?? deviceStorage.read(formatStorageKey()) === 'shown',
  subscribe: chosen.subscribe,
  toggle(): void {
    const isShown = !minimapSetting.get()
    deviceStorage.write(formatStorageKey(), isShown ? 'shown' : 'hidden')
    chosen.set(new Map(chosen.get()).set(formatStorageKey(), isShown))
  },
}
