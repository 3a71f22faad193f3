import CloseIcon from 'lucide-react/icons/x'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { createCell } from '../platform/cell.ts'
import { frameTexts } from '../texts/frame.ts'
import { Button } from './Button.tsx'
import { joinClasses } from './join-classes.ts'
import { openDialogs } from './open-dialogs.ts'
import styles from './Toasts.module.css'

type ToastKind = 'success' | 'warning' | 'error'

type ToastTopic = 'network' | 'undo'

interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
  /** It stays until its Close button is pressed. */
  readonly isPersistent: boolean
  /** Toasts about the network close when it is back, offers of undo when something else would be undone. */
  readonly topic: ToastTopic | null
  /** Grows when the same text is shown again, so that its time restarts. */
  readonly repeatCount: number
  /** An action that also closes the toast. */
  readonly action: ToastAction | null
}

interface ToastAction {
  readonly label: string
  readonly run: () => void
}

interface ToastOptions {
  readonly isPersistent?: boolean
  readonly topic?: ToastTopic
  readonly action?: ToastAction
}

const shownToasts = createCell<readonly Toast[]>([])
let lastId = 0

// A batch of fifty failed operations reports the same sentence fifty times; the person needs it once.
function showToast(kind: ToastKind, text: string, { isPersistent = false, topic, action }: ToastOptions = {}): void {
  const toasts = shownToasts.get()
  const same = toasts.find((toast) => toast.kind === kind && toast.text === text)
  if (same === undefined) {
    lastId += 1
    const shown = { id: lastId, kind, text, isPersistent, repeatCount: 1, topic: topic ?? null, action: action ?? null }
    shownToasts.set([...toasts, shown])
    return
  }
  const again = {
    ...same,
    isPersistent: same.isPersistent || isPersistent,
    repeatCount: same.repeatCount + 1,
    action: action ?? same.action,
  }
  shownToasts.set(toasts.map((toast) => (toast === same ? again : toast)))
}

export const toast = {
  success: (text: string, manner?: ToastOptions) => showToast('success', text, manner),
  warning: (text: string, manner?: ToastOptions) => showToast('warning', text, manner),
  error: (text: string, manner?: ToastOptions) => showToast('error', text, manner),
}

export const toastList = {
  get: shownToasts.get,
  subscribe: shownToasts.subscribe,
  close: (id: number): void => toastList.closeWhere((toast) => toast.id === id),
  closeWhere(isOver: (toast: Toast) => boolean): void {
    const toasts = shownToasts.get()
    if (toasts.some(isOver)) shownToasts.set(toasts.filter((toast) => !isOver(toast)))
  },
  closeAll: (): void => shownToasts.set([]),
}

/** Long enough to read one sentence twice. */
const toastDurationMs = 7_000

/** Rendered inside the topmost dialog, if there is one: behind it a toast could be neither read nor closed. */
export function Toasts() {
  const toasts = useSyncExternalStore(toastList.subscribe, toastList.get)
  const dialog = useSyncExternalStore(openDialogs.subscribe, openDialogs.top)
  if (toasts.length === 0) return null
  const region = (
    <section aria-label={frameTexts.notifications} className={styles.region}>
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
      <button
        type="button"
        aria-label={frameTexts.closeNotification}
        className={styles.close}
        onClick={() => toastList.close(id)}
      >
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
