import { limits } from '@espalier/domain'
import { addressOf, type Plan, type PlanNode } from '../../data/plan/index.ts'
import { Link } from '../../ui/Link.tsx'
import styles from './NodeLink.module.css'
import { labelled } from './scene/scene.ts'
import { StatusMark } from './StatusMark.tsx'

interface NodeLinkProps {
  readonly plan: Plan
  readonly node: PlanNode
}

/** A node by its status and title; those of a project lead to where it is worked on. */
export function NodeLink({ plan, node }: NodeLinkProps) {
  const address = addressOf(plan, node.id)
  const title = labelled(node.title, limits.excerptGraphemes.max)
  return (
    <span className={styles.node}>
      <StatusMark status={node.status} /> {address === null ? title : <Link to={address}>{title}</Link>}
    </span>
  )
}
