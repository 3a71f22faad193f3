import { useState } from 'react'
import { pageConfig } from '../../data/config/index.ts'
import { browserRefusesTracking, telemetryConsent } from '../../platform/tracking.ts'
import { Card } from '../../ui/Card.tsx'
import styles from './UserSettings.module.css'

/** What this page tells the operator of itself, and the switch for it. Nothing where it tells nothing. */
export function PrivacyForm() {
  const { errorReports = false, pageViews = false } = pageConfig().features
  const [isOn, setOn] = useState(telemetryConsent.isSwitchedOn)
  if (!errorReports && !pageViews) return null
  const told = [pageViews && 'which screens are opened', errorReports && 'errors of the page'].filter(Boolean)
  return (
    <Card>
      <h2 className={styles.heading}>Privacy</h2>
      <p>We are told {told.join(' and ')}, without names, titles or addresses, to see what works and what does not.</p>
      {browserRefusesTracking() ? (
        <p>Your browser asks not to be tracked: nothing is sent.</p>
      ) : (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ target }) => {
              telemetryConsent.switch(target.checked)
              setOn(target.checked)
            }}
          />
          Send this from this browser
        </label>
      )}
    </Card>
  )
}
