export type ToastKind = 'success' | 'warning' | 'error'

export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
  /** Stays until its Close button is pressed. */
  readonly isPersistent: boolean
  /** Grows when the same text is said again, so that its time starts anew. */
  readonly said: number
  /** What can be done about it. It closes the toast. */
  readonly action: ToastAction | null
}

export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

interface Manner {
  readonly isPersistent?: boolean
  readonly action?: ToastAction
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function become(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

// A batch of fifty failed operations says the same sentence fifty times; the person needs it once.
function say(kind: ToastKind, text: string, { isPersistent = false, action }: Manner = {}): void {
  const same = toasts.find((toast) => toast.kind === kind && toast.text === text)
  if (same === undefined) {
    lastId += 1
    become([...toasts, { id: lastId, kind, text, isPersistent, said: 1, action: action ?? null }])
    return
  }
  const again = {
    ...same,
    isPersistent: same.isPersistent || isPersistent,
    said: same.said + 1,
    action: action ?? same.action,
  }
  become(toasts.map((toast) => (toast === same ? again : toast)))
}

export const toast = {
  success: (text: string, manner?: Manner) => say('success', text, manner),
  warning: (text: string, manner?: Manner) => say('warning', text, manner),
  error: (text: string, manner?: Manner) => say('error', text, manner),
}

export const toastList = {
  get: (): readonly Toast[] => toasts,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  close(id: number): void {
    become(toasts.filter((toast) => toast.id !== id))
  },
  closeWhere(isOver: (toast: Toast) => boolean): void {
    if (toasts.some(isOver)) become(toasts.filter((toast) => !isOver(toast)))
  },
  closeAll(): void {
    become([])
  },
}
