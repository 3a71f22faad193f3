import { useMemo } from 'react'
import { groupByPrimaryParent, type Plan, type PlanNode } from '../../data/plan/index.ts'
import styles from './Mindmap.module.css'
import { PlanNodeLink } from './NodeLink.tsx'
import { ScrollArea } from './Sheet.tsx'
import type { PlanViewProps } from './view-props.ts'

/** Lists within lists, each beside the node it belongs to. */
export function Mindmap({ plan }: PlanViewProps) {
  const lists = useMemo(() => groupByPrimaryParent(plan), [plan])
  return (
    <ScrollArea name={`Mindmap of ${plan.title}`}>
      <div className={styles.map}>
        <MindmapBranches plan={plan} nodes={lists.get(null) ?? []} lists={lists} />
      </div>
    </ScrollArea>
  )
}

interface MindmapBranchesProps {
  readonly plan: Plan
  readonly nodes: readonly PlanNode[]
  readonly lists: ReturnType<typeof groupByPrimaryParent>
}

const MindmapBranches = ({ plan, nodes, lists }: MindmapBranchesProps) => (
  <ul className={styles.twigs}>
    {nodes.map((node) => (
      <li key={node.id} className={styles.twig}>
        <div className={styles.node}>
          <PlanNodeLink plan={plan} node={node} />
        </div>
        {lists.has(node.id) && <MindmapBranches plan={plan} nodes={lists.get(node.id) ?? []} lists={lists} />}
      </li>
    ))}
  </ul>
)
