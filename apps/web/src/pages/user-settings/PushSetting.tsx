import { useEffect, useState } from 'react'
import { type PushState, readPushState, switchPushOff, switchPushOn } from '../../api/push.ts'
import { notificationSettingTexts as texts } from '../../texts/inbox.ts'
import { toast } from '../../ui/Toasts.tsx'
import styles from './UserSettings.module.css'

/** Switches push messages on and off for this browser. Nothing is shown where there are none. */
export function PushSetting() {
  const [state, setState] = useState<PushState>('unavailable')
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => {
    let isLeft = false
    void readPushState().then((read) => {
      if (!isLeft) setState(read)
    })
    return () => {
      isLeft = true
    }
  }, [])
  const choose = async (isOn: boolean) => {
    setIsBusy(true)
    const next = await (isOn ? switchPushOn() : switchPushOff())
    setIsBusy(false)
    if (next === null) toast.error(texts.pushFailed)
    else if (next !== 'blocked') toast.success(texts.saved)
    setState(next ?? (isOn ? 'off' : 'on'))
  }
  if (state === 'unavailable') return null
  if (state === 'blocked') return <p>{texts.pushBlocked}</p>
  return (
    <label className={styles.push}>
      <input
        type="checkbox"
        checked={state === 'on'}
        disabled={isBusy}
        onChange={({ target }) => void choose(target.checked)}
      />
      {texts.push}
    </label>
  )
}
