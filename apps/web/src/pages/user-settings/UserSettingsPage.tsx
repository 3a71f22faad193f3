import { useState } from 'react'
import { describeMissingFlow, noFlowText } from '../../api/identity/error-texts.ts'
import { flowMessageIds } from '../../api/identity/flow.ts'
import { pageConfig } from '../../api/session/page-config.ts'
import { browserRefusesTracking, telemetryConsent } from '../../platform/telemetry-consent.ts'
import { Card } from '../../ui/Card.tsx'
import { Page, Skeleton } from '../../ui/Page.tsx'
import { FlowError, FlowNotices } from '../../ui/form/AuthPage.tsx'
import { PictureForm } from './PictureForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { PasswordForm, SocialAccounts } from './SignInMethods.tsx'
import { useSettingsFlow } from './settings-flow.ts'
import styles from './UserSettings.module.css'

/** Shows what this page reports to the operator, with a switch. It is hidden when nothing is reported. */
export function PrivacyForm() {
  const { errorReports = false, pageViews = false } = pageConfig().features
  const [isOn, setOn] = useState(telemetryConsent.isSwitchedOn)
  if (!errorReports && !pageViews) return null
  const reported = [pageViews && 'which screens are opened', errorReports && 'errors of the page'].filter(Boolean)
  return (
    <Card>
      <h2 className={styles.heading}>Privacy</h2>
      <p>
        We are told {reported.join(' and ')}, without names, titles or addresses, to see what works and what does not.
      </p>
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

export function UserSettingsPage() {
  const settings = useSettingsFlow()
  const { state, renew } = settings.opened
  return (
    <Page title="User Settings">
      {state.kind === 'opening' && <Skeleton width="60%" />}
      {state.kind === 'failed' && (
        <FlowError text={noFlowText} detail={describeMissingFlow(state.answer)} onRetry={() => void renew(null)} />
      )}
      {state.kind === 'open' && (
        <>
          <FlowNotices messages={state.notices.filter(({ id }) => id !== flowMessageIds.settingsSaved)} />
          {settings.isRecovered && <PasswordForm flow={state.flow} settings={settings} />}
          <ProfileForm flow={state.flow} settings={settings} />
          {!settings.isRecovered && <PasswordForm flow={state.flow} settings={settings} />}
          <SocialAccounts flow={state.flow} settings={settings} />
          <PictureForm />
          <PrivacyForm />
        </>
      )}
    </Page>
  )
}
