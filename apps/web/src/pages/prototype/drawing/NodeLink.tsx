import { limits, type NodeStatus } from '@espalier/domain'
import { type Plan, type PlanNode, planNodeUrl } from '../../../api/plan.ts'
import { Link } from '../../../ui/Button.tsx'
import { StatusMark } from '../../../ui/StatusMark.tsx'
import { truncateLabel } from './scene.ts'
import nodeLinkStyles from './NodeLink.module.css'

export const planStatuses = ['todo', 'progress', 'done'] as const satisfies readonly NodeStatus[]

export const planStatusLabels: Readonly<Record<NodeStatus, string>> = {
  todo: 'To do',
  progress: 'In progress',
  done: 'Done',
}

interface PlanNodeLinkProps {
  readonly plan: Plan
  readonly node: PlanNode
}

/** Shows a node by status and title; nodes of a project link to their place in it. */
export function PlanNodeLink({ plan, node }: PlanNodeLinkProps) {
  const address = planNodeUrl(plan, node.id)
  const title = truncateLabel(node.title, limits.excerptGraphemes.max)
  return (
    <span className={nodeLinkStyles.node}>
      <StatusMark status={node.status} label={planStatusLabels[node.status]} />{' '}
      {address === null ? title : <Link to={address}>{title}</Link>}
    </span>
  )
}
