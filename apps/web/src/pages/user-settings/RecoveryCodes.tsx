import { useEffect, useRef } from 'react'
import { findFlowNode, type Flow } from '../../api/identity/flow.ts'
import { pageConfig } from '../../api/session/page-config.ts'
import { copyText } from '../../platform/clipboard.ts'
import { downloadBlob } from '../../platform/download.ts'
import { useConfirmation } from '../../shared/use-confirmation.tsx'
import { twoStepTexts } from '../../texts/two-step.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/Toasts.tsx'
import type { TwoStepForm } from './use-two-step.ts'
import styles from './TwoStep.module.css'
import pageStyles from './UserSettings.module.css'

const texts = twoStepTexts.codes

interface RecoveryCodesProps {
  readonly flow: Flow
  readonly form: TwoStepForm
}

/** The codes for the day when the phone is lost. There is nothing to recover before an app is set up. */
export function RecoveryCodes({ flow, form }: RecoveryCodesProps) {
  const { ask, dialog } = useConfirmation()
  const hasCodes = findFlowNode(flow, 'lookup_secret_disable') !== null
  const shown = findFlowNode(flow, 'lookup_secret_codes')
  if (findFlowNode(flow, 'totp_unlink') === null && !hasCodes && shown === null) return null
  const create = async () => {
    if (hasCodes && !(await ask(texts.confirmReplace))) return
    await form.change('shown', { lookup_secret_regenerate: true })
  }
  return (
    <div className={styles.part}>
      <h3>{texts.heading}</h3>
      {shown !== null && findFlowNode(flow, 'lookup_secret_confirm') !== null ? (
        <NewCodes codes={shown.value.split(', ')} form={form} />
      ) : (
        <div className={pageStyles.row}>
          <span className={styles.sentence}>{hasCodes ? texts.has : texts.missing}</span>
          <Button isBusy={form.attempt.busy === 'lookup_secret_regenerate'} onClick={() => void create()}>
            {hasCodes ? texts.replace : texts.create}
          </Button>
        </div>
      )}
      {dialog}
    </div>
  )
}

/** The only moment at which the codes are shown. They are focused, so that nobody overlooks them. */
function NewCodes({ codes, form }: { readonly codes: readonly string[]; readonly form: TwoStepForm }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.focus(), [])
  const lines = codes.join('\n')
  const copy = async () => {
    if (await copyText(lines)) toast.success(texts.copied)
  }
  const download = () =>
    downloadBlob(new Blob([`${lines}\n`], { type: 'text/plain' }), texts.file(pageConfig().productName))
  return (
    <div className={pageStyles.secret}>
      <p>{texts.once}</p>
      <ul ref={list} tabIndex={-1} aria-label={texts.list} className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ul>
      <div className={pageStyles.buttons}>
        <Button
          variant="primary"
          isBusy={form.attempt.busy === 'lookup_secret_confirm'}
          onClick={() => void form.change('codes', { lookup_secret_confirm: true })}
        >
          {texts.confirm}
        </Button>
        <Button onClick={() => void copy()}>{texts.copy}</Button>
        <Button onClick={download}>{texts.download}</Button>
      </div>
    </div>
  )
}
