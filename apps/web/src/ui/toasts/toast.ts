export type ToastKind = 'success' | 'warning' | 'error'

export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
  /** Stays until its Close button is pressed. */
  readonly isPersistent: boolean
  /** Grows when the same text is said again, so that its time starts anew. */
  readonly repeatCount: number
  /** What can be done about it. It closes the toast. */
  readonly action: ToastAction | null
}

export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

interface ToastOptions {
  readonly isPersistent?: boolean
  readonly action?: ToastAction
}

let currentToasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function setToasts(next: readonly Toast[]): void {
  currentToasts = next
  for (const listener of listeners) listener()
}

// A batch of fifty failed operations says the same sentence fifty times; the person needs it once.
function showToast(kind: ToastKind, text: string, { isPersistent = false, action }: ToastOptions = {}): void {
  const same = currentToasts.find((toast) => toast.kind === kind && toast.text === text)
  if (same === undefined) {
    lastId += 1
    setToasts([...currentToasts, { id: lastId, kind, text, isPersistent, repeatCount: 1, action: action ?? null }])
    return
  }
  const again = {
    ...same,
    isPersistent: same.isPersistent || isPersistent,
    said: same.repeatCount + 1,
    action: action ?? same.action,
  }
  setToasts(currentToasts.map((toast) => (toast === same ? again : toast)))
}

export const toast = {
  success: (text: string, manner?: ToastOptions) => showToast('success', text, manner),
  warning: (text: string, manner?: ToastOptions) => showToast('warning', text, manner),
  error: (text: string, manner?: ToastOptions) => showToast('error', text, manner),
}

export const toastList = {
  get: (): readonly Toast[] => currentToasts,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  close(id: number): void {
    setToasts(currentToasts.filter((toast) => toast.id !== id))
  },
  closeWhere(isOver: (toast: Toast) => boolean): void {
    if (currentToasts.some(isOver)) setToasts(currentToasts.filter((toast) => !isOver(toast)))
  },
  closeAll(): void {
    setToasts([])
  },
}
