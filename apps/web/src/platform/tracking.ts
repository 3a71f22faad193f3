import { randomId } from './random-id.ts'
import { keptStorage } from './storage.ts'

const switchKey = 'telemetry'
const visitorKey = 'visitor'

interface Wishes extends Navigator {
  readonly globalPrivacyControl?: boolean
}

/** Whether this browser asks every site not to be tracked. */
export function browserRefuses(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Wishes
  return doNotTrack === '1' || doNotTrack === 'yes' || globalPrivacyControl === true
}

/** What the person has chosen in User Settings, on this device. */
export const tracking = {
  isSwitchedOn: (): boolean => keptStorage.read(switchKey) !== 'off',
  isAllowed: (): boolean => !browserRefuses() && tracking.isSwitchedOn(),
  switch(isOn: boolean): void {
    if (isOn) return keptStorage.remove(switchKey)
    keptStorage.write(switchKey, 'off')
    // Whoever comes back to it later is somebody new.
    keptStorage.remove(visitorKey)
  },
  /** A random id of this browser: it says that two views are of one visitor, and nothing of who that is. */
  visitor(): string {
    const known = keptStorage.read(visitorKey)
    if (known !== null && /^[0-9a-f-]{36}$/.test(known)) return known
    const fresh = randomId()
    keptStorage.write(visitorKey, fresh)
    return fresh
  },
}
