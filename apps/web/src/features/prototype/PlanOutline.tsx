import { useMemo } from 'react'
import { groupByPrimaryParent, type Plan, type PlanNode } from '../../data/plan/index.ts'
import { PlanNodeLink } from './NodeLink.tsx'
import styles from './PlanOutline.module.css'

interface PlanOutlineProps {
  readonly plan: Plan
}

/** The same nodes as words, for whoever cannot see or reach the drawing. */
export function PlanOutline({ plan }: PlanOutlineProps) {
  const lists = useMemo(() => groupByPrimaryParent(plan), [plan])
  return (
    <details className={styles.outline}>
      <summary>As a list ({plan.nodes.length === 1 ? '1 node' : `${plan.nodes.length} nodes`})</summary>
      <OutlineLevel plan={plan} nodes={lists.get(null) ?? []} lists={lists} />
    </details>
  )
}

interface OutlineLevelProps extends PlanOutlineProps {
  readonly nodes: readonly PlanNode[]
  readonly lists: ReturnType<typeof groupByPrimaryParent>
}

const OutlineLevel = ({ plan, nodes, lists }: OutlineLevelProps) => (
  <ul>
    {nodes.map((node) => (
      <li key={node.id}>
        <PlanNodeLink plan={plan} node={node} />
        {lists.has(node.id) && <OutlineLevel plan={plan} nodes={lists.get(node.id) ?? []} lists={lists} />}
      </li>
    ))}
  </ul>
)
