import { randomId } from './crypto.ts'
import { deviceStorage } from './storage.ts'

const consentKey = 'telemetry'
const visitorKey = 'visitor'

interface PrivacyNavigator extends Navigator {
  readonly globalPrivacyControl?: boolean
}

/** Whether this browser asks every site not to be tracked. */
export function browserRefusesTracking(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as PrivacyNavigator
  return doNotTrack === '1' || doNotTrack === 'yes' || globalPrivacyControl === true
}

/** What the person has chosen in User Settings, on this device. */
export const telemetryConsent = {
  isSwitchedOn: (): boolean => deviceStorage.read(consentKey) !== 'off',
  isAllowed: (): boolean => !browserRefusesTracking() && telemetryConsent.isSwitchedOn(),
  switch(isOn: boolean): void {
    if (isOn) return deviceStorage.remove(consentKey)
    deviceStorage.write(consentKey, 'off')
    // Whoever comes back to it later is somebody new.
    deviceStorage.remove(visitorKey)
  },
  /** A random id of this browser: it says that two views are of one visitor, and nothing of who that is. */
  visitor(): string {
    const known = deviceStorage.read(visitorKey)
    if (known !== null && /^[0-9a-f-]{36}$/.test(known)) return known
    const fresh = randomId()
    deviceStorage.write(visitorKey, fresh)
    return fresh
  },
}
