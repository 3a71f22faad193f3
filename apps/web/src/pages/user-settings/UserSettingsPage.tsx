import { useState } from 'react'
import { describeMissingFlow } from '../../api/identity/error-texts.ts'
import { findFlowNode, flowMessageIds } from '../../api/identity/flow.ts'
import { pageConfig } from '../../api/session/page-config.ts'
import { browserRefusesTracking, telemetryConsent } from '../../platform/telemetry-consent.ts'
import { identityErrorTexts } from '../../texts/identity-errors.ts'
import { userSettingsTexts } from '../../texts/user-settings.ts'
import { Card } from '../../ui/Card.tsx'
import { Page, Skeleton } from '../../ui/Page.tsx'
import { LazyBoundary, lazyComponent, leaveFallbackShown } from '../../ui/lazy-component.tsx'
import { FlowError, FlowNotices } from '../../ui/form/AuthPage.tsx'
import { PictureForm } from './PictureForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { PasswordForm, SocialAccounts } from './SignInMethods.tsx'
import { useSettingsFlow } from './settings-flow.ts'
import styles from './UserSettings.module.css'

// At the end of the page: the rest does not wait for them.
const AccessTokens = lazyComponent(async () => (await import('./AccessTokens.tsx')).AccessTokens)
const CalendarSection = lazyComponent(async () => (await import('../../sharing/CalendarAddresses.tsx')).CalendarSection)

const AccountData = lazyComponent(async () => (await import('./AccountData.tsx')).AccountData)

const TwoStepSection = lazyComponent(async () => (await import('./TwoStepSection.tsx')).TwoStepSection)
const SessionsSection = lazyComponent(async () => (await import('./SessionsSection.tsx')).SessionsSection)
const NotificationSection = lazyComponent(async () => (await import('./NotificationSettings.tsx')).NotificationSection)

/** Shows what this page reports to the operator, with a switch. It is hidden when nothing is reported. */
export function PrivacyForm() {
  const { errorReports = false, pageViews = false } = pageConfig().features
  const [isOn, setOn] = useState(telemetryConsent.isSwitchedOn)
  if (!errorReports && !pageViews) return null
  const texts = userSettingsTexts.privacy
  return (
    <Card>
      <h2 className={styles.heading}>{texts.heading}</h2>
      <p>{describeReports(pageViews, errorReports)}</p>
      {browserRefusesTracking() ? (
        <p>{texts.trackingRefused}</p>
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
          {texts.consent}
        </label>
      )}
    </Card>
  )
}

function describeReports(pageViews: boolean, errorReports: boolean): string {
  const texts = userSettingsTexts.privacy
  if (pageViews && errorReports) return texts.pageViewsAndErrorReports
  return pageViews ? texts.pageViews : texts.errorReports
}

export function UserSettingsPage() {
  const settings = useSettingsFlow()
  const { state, renew } = settings.opened
  return (
    <Page title={userSettingsTexts.title}>
      {state.kind === 'opening' && <Skeleton width="60%" />}
      {state.kind === 'failed' && (
        <FlowError
          text={identityErrorTexts.noFlow}
          detail={describeMissingFlow(state.answer)}
          onRetry={() => void renew(null)}
        />
      )}
      {state.kind === 'open' && (
        <>
          <FlowNotices messages={state.notices.filter(({ id }) => id !== flowMessageIds.settingsSaved)} />
          {settings.isRecovered && <PasswordForm flow={state.flow} settings={settings} />}
          <ProfileForm flow={state.flow} settings={settings} />
          {!settings.isRecovered && findFlowNode(state.flow, 'password') !== null && (
            <PasswordForm flow={state.flow} settings={settings} />
          )}
          <SocialAccounts flow={state.flow} settings={settings} />
          <Card>
            <LazyBoundary fallback={<Skeleton width="40%" />} onFailed={leaveFallbackShown}>
              <TwoStepSection flow={state.flow} settings={settings} />
            </LazyBoundary>
          </Card>
          <Card>
            <LazyBoundary fallback={<Skeleton width="40%" />} onFailed={leaveFallbackShown}>
              <SessionsSection />
            </LazyBoundary>
          </Card>
          <PictureForm />
          <Card>
            <LazyBoundary fallback={<Skeleton width="40%" />} onFailed={leaveFallbackShown}>
              <NotificationSection />
            </LazyBoundary>
          </Card>
          <Card>
            <LazyBoundary fallback={<Skeleton width="40%" />} onFailed={leaveFallbackShown}>
              <CalendarSection className={styles.section} />
            </LazyBoundary>
          </Card>
          <Card>
            <LazyBoundary fallback={<Skeleton width="40%" />} onFailed={leaveFallbackShown}>
              <AccessTokens />
            </LazyBoundary>
          </Card>
          <PrivacyForm />
          <LazyBoundary fallback={<Skeleton width="40%" />} onFailed={leaveFallbackShown}>
            <AccountData />
          </LazyBoundary>
        </>
      )}
    </Page>
  )
}
