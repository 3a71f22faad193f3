import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router'

export const leaveQuestion = 'You have unsaved changes. Do you want to leave this page and lose them?'

export interface Leaving {
  /** Somebody is about to leave: the question is to be asked. */
  readonly isAsked: boolean
  stay(): void
  leave(): void
  /** Whoever leaves next is not asked: what was typed is saved, or given up on purpose. */
  letGo(): void
}

/**
 * Holds up links, buttons and the Back button while there is something to lose. Redirects are let through:
 * they replace the address, because the session has ended or the page has moved.
 */
export function useAskBeforeLeaving(hasChanges: boolean): Leaving {
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
    const releases = [holdLinks(navigator, isHolding, holdUp), holdBack(isHolding, holdUp), holdClosing(isHolding)]
    return () => {
      isHolding.current = false
      releases.forEach((release) => release())
    }
  }, [hasChanges, navigator])
  return {
    isAsked: resume !== null,
    stay: () => setResume(null),
    leave: () => {
      letGo()
      setResume(null)
      resume?.()
    },
    letGo,
  }
}

type Navigator = React.ContextType<typeof NavigationContext>['navigator']
type HoldUp = (goOn: () => void) => void
interface Holding {
  readonly current: boolean
}

// The plain router has no blocker of its own (docs/decisions/0006).
function holdLinks(navigator: Navigator, isHolding: Holding, holdUp: HoldUp): () => void {
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
function holdBack(isHolding: Holding, holdUp: HoldUp): () => void {
  const here = placeInHistory(window.history.state)
  let isReturning = false
  const hold = (event: PopStateEvent) => {
    if (!isHolding.current || here === null) return
    const gone = placeInHistory(event.state)
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
const placeInHistory = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : null

function holdClosing(isHolding: Holding): () => void {
  const hold = (event: BeforeUnloadEvent) => {
    if (isHolding.current) event.preventDefault()
  }
  window.addEventListener('beforeunload', hold)
  return () => window.removeEventListener('beforeunload', hold)
}
