import { type NodesQuery, nodesQuery, type ProjectQuery, projectQuery } from '@espalier/schema/documents/plan'
import { limits, type NodeId, toPlainText } from '@espalier/domain'
import { useEffect, useState } from 'react'
import type { ApiFailure } from './graphql/api-result.ts'
import { handledByCaller } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'
import { apiErrorTexts } from '../texts/api-errors.ts'
import type { Plan, PlanNode } from './plan.ts'
import { auth } from './session/session.ts'

/** The result of loading a plan. `missing`: there is no such project, or this person may not know of it. */
type PlanResult =
  | { readonly kind: 'missing' | 'failed'; readonly text: string }
  | { readonly kind: 'known'; readonly plan: Plan }

export type PlanState = { readonly kind: 'loading' } | PlanResult

type SentPlanProject = NonNullable<ProjectQuery['project']>

export type SentPlanNode = NodesQuery['nodes'][number]

const untitledText = '(without a title)'

/**
 * Takes the first nodes of a project level by level, because a drawing of a very large project could be neither read
 * nor moved.
 */
export function readPlan(
  { id, title, completionStatus }: SentPlanProject,
  sent: readonly SentPlanNode[],
  most: number = limits.demoTreeNodes,
): Plan {
  const first = takeLevelByLevel(sent, most)
  const drawn = new Set(first.map((node) => node.id))
  return {
    projectId: id,
    title: title || untitledText,
    status: completionStatus,
    nodes: first.map((node) => toPlanNode(node, drawn)),
    total: sent.length,
  }
}

const toPlanNode = ({ id, title, status, parentIds }: SentPlanNode, drawn: ReadonlySet<NodeId>): PlanNode => ({
  id,
  title: toPlainText(title) || untitledText,
  status: status ?? 'todo',
  parentIds: parentIds.filter((parentId) => drawn.has(parentId)),
})

// This repeats the domain's order, because importing it would add another chunk to the project screen.
const comparePositions = (left: SentPlanNode, right: SentPlanNode): number =>
  left.position - right.position || (left.id < right.id ? -1 : 1)

function takeLevelByLevel(sent: readonly SentPlanNode[], most: number): readonly SentPlanNode[] {
  const lists = new Map<NodeId | null, SentPlanNode[]>()
  // Only the primary parent counts, or a node with several parents would appear several times.
  for (const node of sent.toSorted(comparePositions)) {
    const parentId = node.parentIds[0] ?? null
    const list = lists.get(parentId)
    if (list === undefined) lists.set(parentId, [node])
    else list.push(node)
  }
  const first = (lists.get(null) ?? []).slice(0, most)
  for (let at = 0; at < first.length && first.length < most; at += 1)
    first.push(...(lists.get(first[at]?.id ?? null) ?? []).slice(0, most - first.length))
  return first
}

const notFoundHandled = { context: handledByCaller('NOT_FOUND') }

async function fetchPlan(projectId: string): Promise<PlanResult> {
  const [project, nodes] = await Promise.all([
    sendOperation(projectQuery, { id: projectId }, notFoundHandled),
    sendOperation(nodesQuery, { projectId }, notFoundHandled),
  ])
  if (!project.ok) return toPlanFailure(project)
  if (!nodes.ok) return toPlanFailure(nodes)
  if (project.value.project === null) return { kind: 'failed', text: apiErrorTexts.noProject }
  return { kind: 'known', plan: readPlan(project.value.project, nodes.value.nodes) }
}

const toPlanFailure = ({ code, message }: ApiFailure): PlanResult => ({
  kind: code === 'NOT_FOUND' ? 'missing' : 'failed',
  text: message,
})

async function fetchPlanOrCheckSession(projectId: string): Promise<PlanResult> {
  const asked = await fetchPlan(projectId)
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
