import { useFlowAttempt } from '../../actions/attempt.ts'
import { type Flow, describeFormError, payloads, type SettingsProvider, listSettingsProviders } from '../../data/identity/index.ts'
import { pageConfig } from '../../data/config/index.ts'
import { identityClient } from '../../data/session/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { FormMessage } from '../../ui/form/FormMessage.tsx'
import styles from './UserSettings.module.css'
import type { SettingsFlow } from './use-settings.ts'

/** Other ways to sign in. Nothing where the operator has set up none. */
export function SocialAccounts({ flow, settings }: { readonly flow: Flow; readonly settings: SettingsFlow }) {
  const offered = listSettingsProviders(flow)
  // A linked account is offered for unlinking only while there is another way in.
  const indispensable = pageConfig().socialProviders.filter(({ id }) => offered.every((one) => one.id !== id))
  if (offered.length === 0 && indispensable.length === 0) return null
  return (
    <Card>
      <h2 className={styles.heading}>Social accounts</h2>
      <ul className={styles.accounts}>
        {offered.map((provider) => (
          <SocialAccount key={provider.id} provider={provider} settings={settings} />
        ))}
        {indispensable.map(({ id, label }) => (
          <li key={id}>{label} is your only way to sign in. Set a password before you unlink it.</li>
        ))}
      </ul>
    </Card>
  )
}

function SocialAccount({ provider, settings }: { readonly provider: SettingsProvider; readonly settings: SettingsFlow }) {
  const { id, label, isLinked } = provider
  const attempt = useFlowAttempt({
    findFlow: settings.opened.current,
    handleAnswer: (answer) => settings.handleAnswer(answer, { kind: isLinked ? 'unlink' : 'link', label }),
    describeError: describeFormError,
    fields: [],
  })
  const payload = isLinked ? payloads.unlinkPayload(id) : payloads.linkPayload(id)
  return (
    <li className={styles.account}>
      <div className={styles.row}>
        <span>
          {isLinked ? `You can sign in with ${label}.` : `Sign in with ${label} as well as with your password.`}
        </span>
        <Button
          isBusy={attempt.busy !== null}
          onClick={() => void attempt.submit(id, (flow) => identityClient.submitFlow(flow, payload))}
        >
          {`${isLinked ? 'Unlink' : 'Link'} ${label}`}
        </Button>
      </div>
      {attempt.outcome.text !== '' && <FormMessage tone="error" text={attempt.outcome.text} />}
    </li>
  )
}
