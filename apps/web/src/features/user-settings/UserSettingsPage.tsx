import { describeMissingFlow, flowMessageIds, noFlowText } from '../../data/identity/index.ts'
import { FlowNotices } from '../../ui/form/FlowNotices.tsx'
import { FlowError } from '../../ui/form/NoFlow.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { PictureForm } from './PictureForm.tsx'
import { PrivacyForm } from './PrivacyForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SocialAccounts } from './SocialAccounts.tsx'
import { useSettingsFlow } from './use-settings.ts'

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
