import type { ComponentType } from 'react'
import { useProjectList } from '../../api/projects.ts'
import { type PlanState, usePlan } from '../../api/use-plan.ts'
import { prototypeTexts } from '../../texts/prototypes.ts'
import { linkTo, withElements } from '../../texts/with-elements.tsx'
import { Button, Link } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { SelectField, type SelectOption } from '../../ui/form/fields.tsx'
import type { PlanViewProps } from './drawing/view-parts.tsx'
import projectPlanStyles from './ProjectPlan.module.css'
import styles from './PrototypeNotice.module.css'

const drawBadge = (words: string) => <strong className={styles.badge}>{words}</strong>

/** Makes clear that an experiment is not the product. */
export const PrototypeNotice = () => (
  <p className={styles.line}>{withElements(prototypeTexts.notice, { badge: drawBadge })}</p>
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
  const listed = projects.map(({ id, title }): SelectOption => ({ value: id, label: title, isUserData: true }))
  const isOther = projectId !== null && !projects.some(({ id }) => id === projectId)
  const choices: readonly SelectOption[] = [
    ...(sample === undefined ? [] : [{ value: '', label: sample }]),
    ...(isOther ? [{ value: projectId, label: prototypeTexts.project.inAddress }] : []),
    ...listed,
  ]
  return (
    <SelectField
      label={prototypeTexts.project.label}
      name="project"
      value={projectId ?? ''}
      choices={choices}
      onChange={(value) => onPick(value === '' ? null : value)}
      {...(list.kind === 'failed' && { error: prototypeTexts.project.notListed })}
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
  const texts = prototypeTexts.project
  switch (state.kind) {
    case 'loading':
      return <output>{texts.loading}</output>
    case 'missing':
      return (
        <Card className={projectPlanStyles.card}>
          <h2>{state.text}</h2>
          <p>{texts.missing}</p>
          <Link to="/projects" variant="secondary">
            {texts.goToList}
          </Link>
        </Card>
      )
    case 'failed':
      return (
        <Card className={projectPlanStyles.card}>
          <h2>{texts.notLoaded}</h2>
          <p>{state.text}</p>
          <p>{texts.notLoadedAdvice}</p>
          <Button variant="primary" onClick={retry}>
            {texts.tryAgain}
          </Button>
        </Card>
      )
    case 'known':
      return <DrawnPlan plan={state.plan} View={View} />
  }
}

function DrawnPlan({ plan, View }: PlanViewProps & Pick<ProjectPlanProps, 'View'>) {
  const texts = prototypeTexts.project
  const address = `/tree/${plan.projectId}`
  if (plan.nodes.length === 0)
    return (
      <Card className={projectPlanStyles.card}>
        <h2>{texts.empty}</h2>
        <p>{texts.emptyAdvice(plan.title)}</p>
        <Link to={address} variant="primary">
          {texts.open}
        </Link>
      </Card>
    )
  return (
    <>
      {plan.nodes.length < plan.total && (
        <p>
          {withElements(texts.shortened(plan.nodes.length, plan.total), {
            open: linkTo(address),
          })}
        </p>
      )}
      <View plan={plan} />
    </>
  )
}
