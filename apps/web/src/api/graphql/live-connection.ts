import { createListeners } from '../../platform/cell.ts'

const listeners = createListeners<boolean>()
const waiting = new Set<() => void>()
let isConnected = false
/** An attempt was under way when somebody wanted one: if it fails, the next one does not wait. */
let isHurried = false
let closeCode: number | null = null
/** The code with which the server closes a socket whose session has ended. */
const sessionEndedCode = 4401

/** Notifies when the websocket connects or is lost, because missed events have to be fetched. */
export const liveConnection = {
  isUp: (): boolean => isConnected,
  /** Whether the server closed the socket because its session has ended. */
  isSessionOver: (): boolean => closeCode === sessionEndedCode,
  listen: listeners.add,
  tell(isUp: boolean, code: number | null = null): void {
    isConnected = isUp
    if (isUp) isHurried = false
    closeCode = code
    listeners.notify(isUp)
  },
  /** Ends every pending wait, so that the next attempt starts now. */
  hurry(): void {
    isHurried = waiting.size === 0 && !isConnected
    for (const end of waiting) end()
  },
  /** Resolves after the delay, or earlier when `hurry` is called. */
  wait: (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (isHurried) {
        isHurried = false
        return resolve()
      }
      const end = (): void => {
        window.clearTimeout(timer)
        waiting.delete(end)
        resolve()
      }
      const timer = window.setTimeout(end, ms)
      waiting.add(end)
    }),
}
