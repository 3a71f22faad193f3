import { useEffect, useId, useState } from 'react'
import {
  fetchNotificationSettings,
  type NotificationSettings,
  updateNotificationSettings,
} from '../../api/inbox-list.ts'
import { notificationSettingTexts as texts } from '../../texts/inbox.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Page.tsx'
import { toast } from '../../ui/Toasts.tsx'
import { SelectField } from '../../ui/form/fields.tsx'
import { PushSetting } from './PushSetting.tsx'
import styles from './UserSettings.module.css'

const kinds = ['mentions', 'assignments', 'comments', 'dueDates'] as const
const paces = ['immediately', 'daily', 'never'] as const
type MailPace = (typeof paces)[number]

async function load(): Promise<NotificationSettings | 'failed'> {
  const answer = await fetchNotificationSettings()
  return answer.ok ? answer.value : 'failed'
}

/** Chooses how fast mails follow, for each kind of notification. */
export function NotificationSection() {
  const headingId = useId()
  const [settings, setSettings] = useState<NotificationSettings | 'failed' | null>(null)
  useEffect(() => {
    let isLeft = false
    void load().then((loaded) => {
      if (!isLeft) setSettings(loaded)
    })
    return () => {
      isLeft = true
    }
  }, [])
  const choose = async (change: Partial<NotificationSettings>) => {
    const before = settings
    if (before === null || before === 'failed') return
    setSettings({ ...before, ...change })
    const answer = await updateNotificationSettings(change)
    setSettings(answer.ok ? answer.value : before)
    if (answer.ok) toast.success(texts.saved)
    else if (!answer.isReported) toast.error(answer.message)
  }
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>{texts.title}</h2>
      <p>{texts.explanation}</p>
      {settings === null && <Skeleton width="60%" />}
      {settings === 'failed' && (
        <>
          <p>{texts.notLoaded}</p>
          <Button onClick={() => void load().then(setSettings)}>{texts.tryAgain}</Button>
        </>
      )}
      {settings !== null &&
        settings !== 'failed' &&
        kinds.map((kind) => (
          <SelectField
            key={kind}
            label={texts.kinds[kind]}
            name={kind}
            choices={paces.map((pace) => ({ value: pace, label: texts.paces[pace] }))}
            value={settings[kind]}
            onChange={(pace) => void choose({ [kind]: pace as MailPace })}
          />
        ))}
      <PushSetting />
    </section>
  )
}
