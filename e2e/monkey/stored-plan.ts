import type { Page } from '@playwright/test'
import { ask } from '../support/api.ts'

/** A node as the server has it, with everything that an act of a monkey may change. */
export interface StoredPlanNode {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly status: string
  readonly parentIds: readonly string[]
  readonly position: number
  readonly hideChildren: boolean
  readonly startDate: string | null
  readonly dueDate: string | null
  readonly estimate: number | null
  readonly priority: string
}

export type StoredPlan = readonly StoredPlanNode[]

const planQuery = `query ($id: ID!) {
  nodes(projectId: $id) {
    id title body status parentIds position hideChildren startDate dueDate estimate priority
  }
}`

/** Returns the plan as the server has it, in the order of ids. */
export async function readStoredPlan(page: Page, id: string): Promise<StoredPlan> {
  const { nodes } = await ask<{ readonly nodes: StoredPlan }>(page, planQuery, { id })
  return nodes.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

export const plainTitle = ({ title }: StoredPlanNode): string => title.replaceAll(/<[^>]+>/g, '').trim()

const listChildren = (plan: StoredPlan, parentId: string | null): StoredPlan =>
  plan
    .filter(({ parentIds }) => (parentId === null ? parentIds.length === 0 : parentIds.includes(parentId)))
    .toSorted((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1))

export interface PlacedNode {
  readonly node: StoredPlanNode
  readonly level: number
}

/** Returns the nodes as rows, each before its children. */
export const listRows = (plan: StoredPlan, parentId: string | null = null, level = 1): readonly PlacedNode[] =>
  listChildren(plan, parentId).flatMap((node) => [{ node, level }, ...listRows(plan, node.id, level + 1)])

/**
 * Describes a plan so that two can be compared line by line. Positions are compared as the order of siblings, because a
 * server may spread them.
 */
export const describePlan = (plan: StoredPlan): readonly string[] =>
  listRows(plan).map(({ node, level }) => {
    const { id, status, startDate, dueDate, estimate, priority, body, hideChildren } = node
    const fields = { title: plainTitle(node), status, startDate, dueDate, estimate, priority, body, hideChildren }
    return `${'  '.repeat(level - 1)}${id} ${JSON.stringify(fields)}`
  })

/** Lists the lines in which two descriptions differ. Empty: they are equal. */
export function compareLines(wanted: readonly string[], found: readonly string[]): readonly string[] {
  if (wanted.join('\n') === found.join('\n')) return []
  const lines = [
    ...wanted.filter((line) => !found.includes(line)).map((line) => `- ${line}`),
    ...found.filter((line) => !wanted.includes(line)).map((line) => `+ ${line}`),
  ]
  return lines.length > 0 ? lines : ['the same lines in another order', ...wanted, '---', ...found]
}
