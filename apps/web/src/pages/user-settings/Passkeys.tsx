import { canUsePasskeys, createPasskey } from '../../api/identity/passkeys.ts'
import { findFlowNode, type Flow, type UiNode } from '../../api/identity/flow.ts'
import { useConfirmation } from '../../shared/use-confirmation.tsx'
import { twoStepTexts } from '../../texts/two-step.ts'
import { Button } from '../../ui/Button.tsx'
import { formError } from '../../ui/form/Form.tsx'
import type { TwoStepForm } from './use-two-step.ts'
import styles from './TwoStep.module.css'
import pageStyles from './UserSettings.module.css'

const texts = twoStepTexts.passkeys

interface PasskeysProps {
  readonly flow: Flow
  readonly form: TwoStepForm
}

/** The passkeys of the person; hidden where the service or the browser knows none. */
export function Passkeys({ flow, form }: PasskeysProps) {
  const { ask, dialog } = useConfirmation()
  const options = findFlowNode(flow, 'passkey_create_data')?.value
  const known = flow.nodes.filter(({ name }) => name === 'passkey_remove')
  if (options === undefined || (!canUsePasskeys() && known.length === 0)) return null
  const add = async () => {
    const answer = await createPasskey(options)
    if (answer === null) form.attempt.showOutcome(formError(texts.failed))
    else await form.change('passkey-added', { passkey_settings_register: answer })
  }
  const remove = async (passkey: UiNode) => {
    if (passkey.isDisabled) form.attempt.showOutcome(formError(texts.onlyMethod))
    else if (await ask(texts.confirmRemove)) await form.change('passkey-removed', { passkey_remove: passkey.value })
  }
  return (
    <div className={styles.part}>
      <h3>{texts.heading}</h3>
      <p>{texts.lead}</p>
      {known.length > 0 && (
        <ul aria-label={texts.list} className={pageStyles.accounts}>
          {known.map((passkey) => (
            <li key={passkey.value} className={pageStyles.row}>
              <span translate="no">{passkey.displayName}</span>
              <Button
                size="small"
                aria-label={texts.removeNamed(passkey.displayName ?? '')}
                onClick={() => void remove(passkey)}
              >
                {texts.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {canUsePasskeys() && (
        <div className={pageStyles.buttons}>
          <Button isBusy={form.attempt.busy === 'passkey_settings_register'} onClick={() => void add()}>
            {texts.add}
          </Button>
        </div>
      )}
      {dialog}
    </div>
  )
}
