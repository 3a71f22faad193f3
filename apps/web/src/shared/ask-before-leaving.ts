import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router'

export const unsavedChangesQuestion = 'You have unsaved changes. Do you want to leave this page and lose them?'

export interface LeaveGuard {
  /** Somebody is about to leave: the question is to be asked. */
  readonly isPromptOpen: boolean
  stay(): void
  leave(): void
  /** Whoever leaves next is not asked: what was typed is saved, or given up on purpose. */
  allowLeaving(): void
}

/**
 * Holds up links, buttons and the Back button while there is something to lose. Redirects are let through:
 * they replace the address, because the session has ended or the page has moved.
 */
export function useAskBeforeLeaving(hasChanges: boolean): LeaveGuard {
  const { navigator } = useContext(NavigationContext)
  const [resume, setResume] = useState<(() => void) | null>(null)
  const isHolding = useRef(false)
  const letGo = useCallback(() => {
    isHolding.current = false
  }, [])
  useEffect(() => {
    if (!hasChanges) return undefined
    isHolding.current = true
    const holdUp = (goOn: () => void) => setResume(() => goOn)
    const releases = [
      blockLinks(navigator, isHolding, holdUp),
      blockBackButton(isHolding, holdUp),
      blockClosing(isHolding),
    ]
    return () => {
      isHolding.current = false
      releases.forEach((release) => release())
    }
  }, [hasChanges, navigator])
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

type RouterNavigator = React.ContextType<typeof NavigationContext>['navigator']
type OnBlocked = (goOn: () => void) => void
interface BlockingRef {
  readonly current: boolean
}

// The plain router has no blocker of its own (docs/decisions/0006).
function blockLinks(navigator: RouterNavigator, isHolding: BlockingRef, holdUp: OnBlocked): () => void {
  const push = navigator.push
  navigator.push = (...place) => {
    if (isHolding.current) holdUp(() => push.apply(navigator, place))
    else push.apply(navigator, place)
  }
  return () => {
    navigator.push = push
  }
}

/** The browser has gone back by the time it says so: it is sent forth again, and the router does not hear of it. */
function blockBackButton(isHolding: BlockingRef, holdUp: OnBlocked): () => void {
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
    holdUp(() => window.history.go(-steps))
  }
  window.addEventListener('popstate', hold, { capture: true })
  return () => window.removeEventListener('popstate', hold, { capture: true })
}

/** The router numbers the entries it makes. */
const readHistoryIndex = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : null

function blockClosing(isHolding: BlockingRef): () => void {
  const hold = (event: BeforeUnloadEvent) => {
    if (isHolding.current) event.preventDefault()
  }
  window.addEventListener('beforeunload', hold)
  return () => window.removeEventListener('beforeunload', hold)
}
