import { limits } from '@espalier/domain'
import { planNodeUrl, type Plan, type PlanNode } from '../../data/plan/index.ts'
import { Link } from '../../ui/Link.tsx'
import styles from './NodeLink.module.css'
import { truncateLabel } from './scene/scene.ts'
import { PlanStatusMark } from './StatusMark.tsx'

interface PlanNodeLinkProps {
  readonly plan: Plan
  readonly node: PlanNode
}

/** A node by its status and title; those of a project lead to where it is worked on. */
export function PlanNodeLink({ plan, node }: PlanNodeLinkProps) {
  const address = planNodeUrl(plan, node.id)
  const title = truncateLabel(node.title, limits.excerptGraphemes.max)
  return (
    <span className={styles.node}>
      <PlanStatusMark status={node.status} /> {address === null ? title : <Link to={address}>{title}</Link>}
    </span>
  )
}
