import { useEffect, useMemo } from 'react'
import { groupByPrimaryParent, type Plan, type PlanNode } from '../../api/plan.ts'
import { usePlan } from '../../api/use-plan.ts'
import { useNavigate, useParams } from '../../platform/router.tsx'
import { prototypeTexts } from '../../texts/prototypes.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { PlanStateView, ProjectPicker, PrototypeNotice } from './ProjectPlan.tsx'
import { PlanNodeLink } from './drawing/NodeLink.tsx'
import { type PlanViewProps, ScrollArea } from './drawing/view-parts.tsx'
import styles from './Mindmap.module.css'

/** Nested lists, each beside its node. */
function Mindmap({ plan }: PlanViewProps) {
  const lists = useMemo(() => groupByPrimaryParent(plan), [plan])
  return (
    <ScrollArea name={prototypeTexts.breakdown.mindmap(plan.title)}>
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

/** `/tree2/{id}`: the older, simpler view of a project. */
export function BreakdownPage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const texts = prototypeTexts.breakdown
  return (
    <Page title={texts.title} lead={texts.lead} width="wide">
      <div>
        <Button onClick={() => void navigate('/projects')}>{texts.back}</Button>
      </div>
      <PrototypeNotice />
      <ProjectPicker projectId={id} onPick={(other) => void navigate(`/tree2/${other}`)} />
      <Breakdown key={id} projectId={id} />
    </Page>
  )
}

function Breakdown({ projectId }: { readonly projectId: string }) {
  const { state, retry } = usePlan(projectId)
  const trouble = state.kind === 'missing' || state.kind === 'failed' ? state.text : null
  useEffect(() => {
    if (trouble === null) return undefined
    // The alert waits for a frame, because it blocks drawing.
    const timer = window.setTimeout(() => window.alert(prototypeTexts.breakdown.failed(trouble)))
    return () => window.clearTimeout(timer)
  }, [trouble])
  return <PlanStateView state={state} retry={retry} View={Mindmap} />
}
