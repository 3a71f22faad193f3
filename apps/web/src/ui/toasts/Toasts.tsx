import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import CloseIcon from 'lucide-react/icons/x'
import { joinClasses } from '../join-classes.ts'
import { openDialogs } from '../open-dialogs.ts'
import { Button } from '../Button.tsx'
import { type Toast, type ToastAction, toastList } from './toast.ts'
import styles from './Toasts.module.css'

/** Long enough to read one sentence twice. */
const toastDurationMs = 7_000

/** Inside the dialog in front, if there is one: behind it a toast could neither be read nor closed. */
export function Toasts() {
  const toasts = useSyncExternalStore(toastList.subscribe, toastList.get)
  const dialog = useSyncExternalStore(openDialogs.subscribe, openDialogs.top)
  if (toasts.length === 0) return null
  const region = (
    <section aria-label="Notifications" className={styles.region}>
      {toasts.map((toast) => (
        <ToastCard key={`${toast.id}.${toast.repeatCount}`} toast={toast} />
      ))}
    </section>
  )
  return dialog === null ? region : createPortal(region, dialog)
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const [isHeld, setHeld] = useState(false)
  const { id, isPersistent } = toast
  useEffect(() => {
    if (isPersistent || isHeld) return undefined
    const timer = window.setTimeout(() => toastList.close(id), toastDurationMs)
    return () => window.clearTimeout(timer)
  }, [id, isPersistent, isHeld])
  return (
    <div
      role={toast.kind === 'error' ? 'alert' : 'status'}
      className={joinClasses(styles.toast, styles[toast.kind])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={styles.text}>
        {toast.text}
        {toast.action !== null && <ToastActionButton id={id} action={toast.action} />}
      </div>
      <button type="button" aria-label="Close" className={styles.close} onClick={() => toastList.close(id)}>
        <CloseIcon size={16} />
      </button>
    </div>
  )
}

function ToastActionButton({ id, action }: { readonly id: number; readonly action: ToastAction }) {
  const act = () => {
    toastList.close(id)
    action.run()
  }
  return (
    <div className={styles.action}>
      <Button size="small" variant="secondary" onClick={act}>
        {action.label}
      </Button>
    </div>
  )
}
