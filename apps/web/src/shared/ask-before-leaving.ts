import { useCallback, useEffect, useRef, useState } from 'react'
import type { RouterHistory } from '../platform/history.ts'
import { useHistory } from '../platform/router.tsx'

export interface LeaveGuard {
  /** The person is about to leave, so the question has to be asked. */
  readonly isPromptOpen: boolean
  stay(): void
  leave(): void
  /** The next navigation is not held: the typed text is saved or deliberately discarded. */
  allowLeaving(): void
}

/**
 * Holds links, buttons and the Back button while there is something to lose. Redirects pass: they replace the address,
 * because the session has ended or the page has moved.
 */
export function useAskBeforeLeaving(hasChanges: boolean): LeaveGuard {
  const history = useHistory()
  const [resume, setResume] = useState<(() => void) | null>(null)
  const isHolding = useRef(false)
  const letGo = useCallback(() => {
    isHolding.current = false
  }, [])
  useEffect(() => {
    if (!hasChanges) return undefined
    isHolding.current = true
    const block = (proceed: () => void) => setResume(() => proceed)
    const releases = [blockLinks(history, isHolding, block), blockBackButton(isHolding, block), blockClosing(isHolding)]
    return () => {
      isHolding.current = false
      releases.forEach((release) => release())
    }
  }, [hasChanges, history])
  return {
    isPromptOpen: resume !== null,
    stay: () => setResume(null),
    leave: () => {
      letGo()
      setResume(null)
      resume?.()
    },
    allowLeaving: letGo,
  }
}

type OnBlocked = (proceed: () => void) => void
interface BlockingRef {
  readonly current: boolean
}

const blockLinks = (history: RouterHistory, isHolding: BlockingRef, block: OnBlocked): (() => void) =>
  history.addGuard((proceed) => {
    if (isHolding.current) block(proceed)
    return isHolding.current
  })

/** The browser has already gone back when it fires the event: it is sent forward again, without the router noticing. */
function blockBackButton(isHolding: BlockingRef, block: OnBlocked): () => void {
  const here = readHistoryIndex(window.history.state)
  let isReturning = false
  const hold = (event: PopStateEvent) => {
    if (!isHolding.current || here === null) return
    const gone = readHistoryIndex(event.state)
    if (gone === here) {
      if (isReturning) event.stopImmediatePropagation()
      isReturning = false
      return
    }
    const steps = here - (gone ?? here - 1)
    event.stopImmediatePropagation()
    isReturning = true
    window.history.go(steps)
    block(() => window.history.go(-steps))
  }
  window.addEventListener('popstate', hold, { capture: true })
  return () => window.removeEventListener('popstate', hold, { capture: true })
}

/** The router numbers its history entries. */
const readHistoryIndex = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : null

function blockClosing(isHolding: BlockingRef): () => void {
  const hold = (event: BeforeUnloadEvent) => {
    if (isHolding.current) event.preventDefault()
  }
  window.addEventListener('beforeunload', hold)
  return () => window.removeEventListener('beforeunload', hold)
}
