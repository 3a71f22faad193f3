import { addressOf, type Plan, type PlanNode } from '../../data/plan/index.ts'
import { Link } from '../../ui/Link.tsx'
import styles from './NodeLink.module.css'
import { StatusMark } from './StatusMark.tsx'

interface NodeLinkProps {
  readonly plan: Plan
  readonly node: PlanNode
}

/** A node by its status and title; those of a project lead to where it is worked on. */
export function NodeLink({ plan, node }: NodeLinkProps) {
  const address = addressOf(plan, node.id)
  return (
    <span className={styles.node}>
      <StatusMark status={node.status} /> {address === null ? node.title : <Link to={address}>{node.title}</Link>}
    </span>
  )
}
