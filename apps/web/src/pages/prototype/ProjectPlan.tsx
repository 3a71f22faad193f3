import type { ComponentType } from 'react'
import { useProjectList } from '../../api/projects.ts'
import { type PlanState, usePlan } from '../../api/use-plan.ts'
import { Button, Link } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { SelectField, type SelectOption } from '../../ui/form/fields.tsx'
import type { PlanViewProps } from './drawing/view-parts.tsx'
import projectPlanStyles from './ProjectPlan.module.css'
import styles from './PrototypeNotice.module.css'

/** Makes clear that an experiment is not the product. */
export const PrototypeNotice = () => (
  <p className={styles.line}>
    <strong className={styles.badge}>Prototype</strong> An experiment beside the product: it may change or go. It
    changes nothing in a project.
  </p>
)

interface ProjectPickerProps {
  /** Null: the sample is shown. */
  readonly projectId: string | null
  /** Omitted when a project is required. */
  readonly sample?: string
  readonly onPick: (projectId: string | null) => void
}

/** Lists the person's projects and the shown one if it is not among them. */
export function ProjectPicker({ projectId, sample, onPick }: ProjectPickerProps) {
  const list = useProjectList('inbox')
  const projects = list.kind === 'loaded' ? list.projects : []
  const listed = projects.map(({ id, title }): SelectOption => ({ value: id, label: title }))
  const isOther = projectId !== null && !projects.some(({ id }) => id === projectId)
  const choices: readonly SelectOption[] = [
    ...(sample === undefined ? [] : [{ value: '', label: sample }]),
    ...(isOther ? [{ value: projectId, label: 'The project in the address' }] : []),
    ...listed,
  ]
  return (
    <SelectField
      label="Project"
      name="project"
      value={projectId ?? ''}
      choices={choices}
      onChange={(value) => onPick(value === '' ? null : value)}
      {...(list.kind === 'failed' && { error: 'Your projects could not be listed. Reload the page to try again.' })}
    />
  )
}

interface ProjectPlanProps {
  readonly projectId: string
  readonly View: ComponentType<PlanViewProps>
}

/** Shows a project's plan once it is loaded; until then its loading or error state. */
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
        <Card className={projectPlanStyles.card}>
          <h2>{state.text}</h2>
          <p>It may have been deleted, or it is not shared with you. Choose another one.</p>
          <Link to="/projects" variant="secondary">
            Go to the project list
          </Link>
        </Card>
      )
    case 'failed':
      return (
        <Card className={projectPlanStyles.card}>
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
      <Card className={projectPlanStyles.card}>
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
