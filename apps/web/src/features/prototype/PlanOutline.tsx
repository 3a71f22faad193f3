import { useMemo } from 'react'
import { childrenOf, type Plan, type PlanNode } from '../../data/plan/index.ts'
import { NodeLink } from './NodeLink.tsx'
import styles from './PlanOutline.module.css'

interface PlanOutlineProps {
  readonly plan: Plan
}

/** The same nodes as words, for whoever cannot see or reach the drawing. */
export function PlanOutline({ plan }: PlanOutlineProps) {
  const lists = useMemo(() => childrenOf(plan), [plan])
  return (
    <details className={styles.outline}>
      <summary>As a list ({plan.nodes.length === 1 ? '1 node' : `${plan.nodes.length} nodes`})</summary>
      <Level plan={plan} nodes={lists.get(null) ?? []} lists={lists} />
    </details>
  )
}

interface LevelProps extends PlanOutlineProps {
  readonly nodes: readonly PlanNode[]
  readonly lists: ReturnType<typeof childrenOf>
}

const Level = ({ plan, nodes, lists }: LevelProps) => (
  <ul>
    {nodes.map((node) => (
      <li key={node.id}>
        <NodeLink plan={plan} node={node} />
        {lists.has(node.id) && <Level plan={plan} nodes={lists.get(node.id) ?? []} lists={lists} />}
      </li>
    ))}
  </ul>
)
