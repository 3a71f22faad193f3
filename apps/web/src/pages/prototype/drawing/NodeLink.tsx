import { limits, type NodeStatus } from '@espalier/domain'
import { type Plan, type PlanNode, planNodeUrl } from '../../../api/plan.ts'
import { prototypeTexts } from '../../../texts/prototypes.ts'
import { Link } from '../../../ui/Button.tsx'
import { StatusMark } from '../../../ui/StatusMark.tsx'
import { truncateLabel } from './scene.ts'
import nodeLinkStyles from './NodeLink.module.css'

export const planStatuses = ['todo', 'progress', 'done'] as const satisfies readonly NodeStatus[]

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
      <StatusMark status={node.status} label={prototypeTexts.statuses[node.status]} />{' '}
      {address === null ? (
        <span translate="no">{title}</span>
      ) : (
        <Link to={address} translate="no">
          {title}
        </Link>
      )}
    </span>
  )
}
