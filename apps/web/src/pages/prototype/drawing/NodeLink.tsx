import { limits, type NodeStatus } from '@espalier/domain'
import { type Plan, type PlanNode, planNodeUrl } from '../../../api/plan.ts'
import { prototypeTexts } from '../../../texts/prototypes.ts'
import { Link } from '../../../ui/Button.tsx'
import { truncateLabel } from './scene.ts'
import nodeLinkStyles from './NodeLink.module.css'
import styles from './StatusMark.module.css'

const ringPath = 'M-7 0a7 7 0 1 1 14 0a7 7 0 1 1-14 0zM-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z'

/**
 * Shows a status by shape, as on the canvas: a ring, a half-filled ring, a check mark. The filled paths are centered
 * and 14 units wide.
 */
export const statusPaths: Readonly<Record<NodeStatus, string>> = {
  todo: ringPath,
  progress: `${ringPath}M0-5a5 5 0 0 0 0 10z`,
  done: 'M-7 .5l2.4-2.4l3 3l6.2-7.2l2.4 2.4l-8.6 9.6z',
}

export const planStatuses = ['todo', 'progress', 'done'] as const satisfies readonly NodeStatus[]

interface PlanStatusMarkProps {
  readonly status: NodeStatus
  /** The word is beside the mark, so it need not be read twice. */
  readonly isNamed?: boolean
}

export const PlanStatusMark = ({ status, isNamed = false }: PlanStatusMarkProps) => (
  <svg
    className={styles.mark}
    data-status={status}
    viewBox="-8 -8 16 16"
    {...(isNamed ? { 'aria-hidden': true } : { role: 'img', 'aria-label': prototypeTexts.statuses[status] })}
  >
    <path d={statusPaths[status]} />
  </svg>
)

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
      <PlanStatusMark status={node.status} />{' '}
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
