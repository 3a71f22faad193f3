import { OperationError } from '../graphql/api-errors.ts'
import { apiClient } from '../graphql/api-client.ts'
import { dealingWith } from '../graphql/own-codes.ts'
import { planNodesQuery, planProjectQuery } from './documents.ts'
import type { PlanResult } from './plan.ts'
import { readPlan } from './read-plan.ts'

const notFoundHandled = dealingWith('NOT_FOUND')

/** Whatever keeps a plan from being read is a value. Of a missing project the page says nothing by itself. */
export async function fetchPlan(projectId: string): Promise<PlanResult> {
  try {
    const [{ project }, { nodes }] = await Promise.all([
      apiClient().ask(planProjectQuery, { variables: { id: projectId }, context: notFoundHandled }),
      apiClient().ask(planNodesQuery, { variables: { projectId }, context: notFoundHandled }),
    ])
    if (project === null) throw new Error('The API answered without a project and without a reason')
    return { kind: 'known', plan: readPlan(project, nodes) }
  } catch (error) {
    const [fault] = error instanceof OperationError ? error.errors : []
    const isMissing = fault?.extensions?.['code'] === 'NOT_FOUND'
    return { kind: isMissing ? 'missing' : 'failed', text: fault?.message ?? String(error) }
  }
}
