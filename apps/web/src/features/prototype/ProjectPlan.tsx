import type { ComponentType } from 'react'
import { type PlanState, usePlan } from '../../data/plan/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from './ProjectPlan.module.css'
import type { PlanViewProps } from './view-props.ts'

interface ProjectPlanProps {
  readonly projectId: string
  readonly View: ComponentType<PlanViewProps>
}

/** A project's plan once it is known; until then, or where it never is, what keeps it. */
export function ProjectPlan({ projectId, View }: ProjectPlanProps) {
  const { state, retry } = usePlan(projectId)
  return <PlanStateView state={state} retry={retry} View={View} />
}

interface PlanStateViewProps extends Pick<ProjectPlanProps, 'View'> {
  readonly state: PlanState
  readonly retry: () => void
}

export function PlanStateView({ state, retry, View }: PlanStateViewProps) {
  switch (state.kind) {
    case 'loading':
      return <output>Loading the project</output>
    case 'missing':
      return (
        <Card className={styles.card}>
          <h2>{state.text}</h2>
          <p>It may have been deleted, or it is not shared with you. Choose another one.</p>
          <Link to="/projects" variant="secondary">
            Go to the project list
          </Link>
        </Card>
      )
    case 'failed':
      return (
        <Card className={styles.card}>
          <h2>The project could not be read</h2>
          <p>{state.text}</p>
          <p>Nothing is lost. Check your connection, or try again in a moment.</p>
          <Button variant="primary" onClick={retry}>
            Try again
          </Button>
        </Card>
      )
    case 'known':
      return <DrawnPlan plan={state.plan} View={View} />
  }
}

function DrawnPlan({ plan, View }: PlanViewProps & Pick<ProjectPlanProps, 'View'>) {
  const address = `/tree/${plan.projectId}`
  if (plan.nodes.length === 0)
    return (
      <Card className={styles.card}>
        <h2>There is nothing to draw yet</h2>
        <p>{plan.title} has no nodes. Open it and add the first one.</p>
        <Link to={address} variant="primary">
          Open the project
        </Link>
      </Card>
    )
  return (
    <>
      {plan.nodes.length < plan.total && (
        <p>
          Drawn are the first {plan.nodes.length} of {plan.total} nodes, level by level.{' '}
          <Link to={address}>Open the project</Link> to see them all.
        </p>
      )}
      <View plan={plan} />
    </>
  )
}
