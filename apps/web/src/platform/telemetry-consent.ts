import { randomId } from './crypto.ts'
import { deviceStorage } from './storage.ts'

const consentKey = 'telemetry'
const visitorKey = 'visitor'

interface PrivacyNavigator extends Navigator {
  readonly globalPrivacyControl?: boolean
}

/** Tells whether this browser asks every site not to be tracked. */
export function browserRefusesTracking(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as PrivacyNavigator
  return doNotTrack === '1' || doNotTrack === 'yes' || globalPrivacyControl === true
}

/** The choice made in User Settings on this device. */
export const telemetryConsent = {
  isSwitchedOn: (): boolean => deviceStorage.read(consentKey) !== 'off',
  isAllowed: (): boolean => !browserRefusesTracking() && telemetryConsent.isSwitchedOn(),
  switch(isOn: boolean): void {
    if (isOn) return deviceStorage.remove(consentKey)
    deviceStorage.write(consentKey, 'off')
    // After switching it on again the visitor gets a new id.
    deviceStorage.remove(visitorKey)
  },
  /** Returns a random id of this browser: it shows that two views have the same visitor, but not who that is. */
  visitor(): string {
    const known = deviceStorage.read(visitorKey)
    if (known !== null && /^[0-9a-f-]{36}$/.test(known)) return known
    const fresh = randomId()
    deviceStorage.write(visitorKey, fresh)
    return fresh
  },
}
