import { roleOf } from '@espalier/domain'
import { useCallback, useEffect, useRef, useState } from 'react'
import { fetchNodes, type ListedNode } from '../../data/nodes/index.ts'
import { fetchProject, type ListedProject } from '../../data/projects/index.ts'
import { auth } from '../../data/session/index.ts'
import { onSharingChanged } from '../../data/sharing/index.ts'

export type TreeState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'open'; readonly project: ListedProject; readonly nodes: readonly ListedNode[] }
  /** There is none, or none for this visitor. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed' }

/** A project and its nodes, for a visitor; null is an anonymous one. */
export function useTree(projectId: string, userId: string | null) {
  const [state, setState] = useState<TreeState>({ kind: 'loading' })
  const turn = useRef(0)
  const load = useCallback(async () => {
    turn.current += 1
    const mine = turn.current
    const next = await readTree(projectId, userId)
    if (mine === turn.current) setState(next)
  }, [projectId, userId])
  useEffect(() => {
    void load()
    return () => {
      turn.current += 1
    }
  }, [load])
  useEffect(
    () =>
      onSharingChanged((project) => {
        if (project.id !== projectId) return
        if (roleOf(userId, project) === 'none') void load()
        else setState((before) => (before.kind === 'open' ? { ...before, project } : before))
      }),
    [projectId, userId, load],
  )
  const retry = () => {
    setState({ kind: 'loading' })
    void load()
  }
  return { state, retry }
}

async function readTree(projectId: string, userId: string | null): Promise<TreeState> {
  const [project, nodes] = await Promise.all([fetchProject(projectId), fetchNodes(projectId)])
  if (project.ok && nodes.ok) return { kind: 'open', project: project.value, nodes: nodes.value }
  const codes = [project, nodes].flatMap((answer) => (answer.ok ? [] : [answer.failure.code]))
  if (!codes.includes('NOT_FOUND')) return { kind: 'failed' }
  // A session that has ended meanwhile makes a stranger of the person: then it is they who are missing.
  if (userId !== null) await auth.check()
  return { kind: 'missing' }
}
