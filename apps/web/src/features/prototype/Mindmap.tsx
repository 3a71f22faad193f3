import { useMemo } from 'react'
import { childrenOf, type Plan, type PlanNode } from '../../data/plan/index.ts'
import styles from './Mindmap.module.css'
import { NodeLink } from './NodeLink.tsx'
import { Sheet } from './Sheet.tsx'
import type { ViewProps } from './view-props.ts'

/** Lists within lists, each beside the node it belongs to. */
export function Mindmap({ plan }: ViewProps) {
  const lists = useMemo(() => childrenOf(plan), [plan])
  return (
    <Sheet name={`Mindmap of ${plan.title}`}>
      <div className={styles.map}>
        <Twigs plan={plan} nodes={lists.get(null) ?? []} lists={lists} />
      </div>
    </Sheet>
  )
}

interface TwigsProps {
  readonly plan: Plan
  readonly nodes: readonly PlanNode[]
  readonly lists: ReturnType<typeof childrenOf>
}

const Twigs = ({ plan, nodes, lists }: TwigsProps) => (
  <ul className={styles.twigs}>
    {nodes.map((node) => (
      <li key={node.id} className={styles.twig}>
        <div className={styles.node}>
          <NodeLink plan={plan} node={node} />
        </div>
        {lists.has(node.id) && <Twigs plan={plan} nodes={lists.get(node.id) ?? []} lists={lists} />}
      </li>
    ))}
  </ul>
)
