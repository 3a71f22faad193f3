import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { usePlan } from '../../data/plan/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { Mindmap } from './Mindmap.tsx'
import { ProjectPicker } from './ProjectPicker.tsx'
import { PlanStateView } from './ProjectPlan.tsx'
import { PrototypeNotice } from './PrototypeMark.tsx'

/** `/tree2/{id}`: the older, simpler view of a project. */
export function BreakdownPage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  return (
    <Page title="Breakdown / Mindmap" lead="The older, simpler view of a project’s tree." width="wide">
      <div>
        <Button onClick={() => void navigate('/projects')}>Back</Button>
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
    // A frame later, for an alert keeps the page from being drawn.
    const timer = window.setTimeout(() => window.alert(`Error ${trouble}`))
    return () => window.clearTimeout(timer)
  }, [trouble])
  return <PlanStateView state={state} retry={retry} View={Mindmap} />
}
