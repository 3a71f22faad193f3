import type { NodeStatus } from '@espalier/domain'
import type { Plan, PlanNode } from '../../../api/plan.ts'

/** Parses lines such as 'pears < fruit, wall (done)': a title, its parents (the primary one first), and its status. */
export function parsePlan(...lines: readonly string[]): Plan {
  const nodes = lines.map((line): PlanNode => {
    const [, id = '', parents = '', status = 'todo'] = /^([^<(]+?)(?: < ([^(]+?))?(?: \((\w+)\))?$/u.exec(line) ?? []
    return { id, title: id, parentIds: parents === '' ? [] : parents.split(', '), status: status as NodeStatus }
  })
  return { projectId: 'garden', title: 'Garden', status: 'progress', nodes, total: nodes.length }
}
