import { useEffect, useState } from 'react'
import { type ApiResult, type ApiFailure, fetchProject, type Project } from '../../data/projects/index.ts'

export type ProjectLoadState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: ApiFailure; readonly retry: () => void }
  | { readonly kind: 'loaded'; readonly project: Project }

interface ProjectResponse {
  readonly id: string
  readonly turn: number
  readonly answer: ApiResult<Project>
}

/** The project as it is stored now, read anew for every visit. */
export function useStoredProject(id: string): ProjectLoadState {
  const [turn, setTurn] = useState(0)
  const [heard, setHeard] = useState<ProjectResponse | null>(null)
  useEffect(() => {
    let isCurrent = true
    void fetchProject(id).then((answer) => {
      if (isCurrent) setHeard({ id, turn, answer })
    })
    return () => {
      isCurrent = false
    }
  }, [id, turn])
  // The answer about another project, or from before a new try, says nothing about this one.
  if (heard === null || heard.id !== id || heard.turn !== turn) return { kind: 'loading' }
  const { answer } = heard
  if (answer.ok) return { kind: 'loaded', project: answer.value }
  return { kind: 'failed', failure: answer.failure, retry: () => setTurn(turn + 1) }
}
