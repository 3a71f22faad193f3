import { useEffect, useState } from 'react'
import type { PlanResult } from './plan.ts'
import { auth } from './session/session.ts'

export type PlanState = { readonly kind: 'loading' } | PlanResult

// The GraphQL client is heavy, so it is loaded with the first request.
const requestPlan = async (projectId: string): Promise<PlanResult> => (await import('./plan.ts')).fetchPlan(projectId)

// A page whose code could not be loaded must not wait forever.
const toLoadFailure = (error: unknown): PlanResult => ({ kind: 'failed', text: String(error) })

async function fetchPlanOrCheckSession(projectId: string): Promise<PlanResult> {
  const asked = await requestPlan(projectId).catch(toLoadFailure)
  // After the session ends the person is treated as a stranger: the guard sends them to the login page.
  if (asked.kind === 'missing') await auth.check()
  return asked
}

/**
 * Loads a project's plan and refetches it whenever the person returns to this tab. Another project needs another
 * component (a key).
 */
export function usePlan(projectId: string) {
  const [state, setState] = useState<PlanState>({ kind: 'loading' })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let isOver = false
    const read = async (): Promise<void> => {
      const next = await fetchPlanOrCheckSession(projectId)
      // The drawn plan stays while the server is unreachable.
      if (!isOver) setState((last) => (next.kind === 'failed' && last.kind === 'known' ? last : next))
    }
    const onReturn = (): void => {
      if (document.visibilityState === 'visible') void read()
    }
    if (turn >= 0) void read()
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [projectId, turn])
  const retry = (): void => {
    setState({ kind: 'loading' })
    setTurn(turn + 1)
  }
  return { state, retry }
}
