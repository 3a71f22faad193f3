import { type ComponentType, lazy, Suspense, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { samplePlan } from '../../data/plan/index.ts'
import { useAuth } from '../../data/session/index.ts'
import { Page } from '../../ui/Page.tsx'
import { PlanOutline } from './PlanOutline.tsx'
import { ProjectPicker } from './ProjectPicker.tsx'
import { ProjectPlan } from './ProjectPlan.tsx'
import { PrototypeNotice } from './PrototypeMark.tsx'
import styles from './PrototypePage.module.css'
import { type Prototype, prototypes } from './prototypes.ts'
import { PlanStatusMark } from './StatusMark.tsx'
import { planStatuses, planStatusLabels } from './status-shapes.ts'
import { useSeed } from './use-seed.ts'
import type { PlanViewProps } from './view-props.ts'

/** A view with its code to come, and the same nodes as words below it. */
function withOutline({ load }: Prototype): ComponentType<PlanViewProps> {
  const View = lazy(async () => ({ default: await load() }))
  return ({ plan }) => (
    <Suspense fallback={<output>Loading the view</output>}>
      <View plan={plan} />
      <PlanOutline plan={plan} />
    </Suspense>
  )
}

const prototypeViews = new Map(Object.entries(prototypes).map(([name, prototype]) => [name, withOutline(prototype)]))

/** Every prototype stands in this frame; its address says which (`/roadmap`), and of what (`?project=`, or a sample). */
export function PrototypePage() {
  const name = useLocation().pathname.split('/')[1]?.toLowerCase() ?? ''
  const [prototype, View] = [prototypes[name], prototypeViews.get(name)]
  if (prototype === undefined || View === undefined) throw new Error(`No prototype is called ${name}`)
  const [query, setQuery] = useSearchParams()
  const isSignedIn = useAuth().kind === 'person'
  const seed = useSeed()
  const projectId = query.get('project') || null
  const sample = useMemo(() => samplePlan({ nodes: prototype.sampleNodes, seed }), [prototype, seed])
  return (
    <Page title={prototype.title} lead={`An experiment: ${prototype.idea}.`} width="wide">
      <PrototypeNotice />
      <div className={styles.settings}>
        {isSignedIn && (
          <ProjectPicker
            projectId={projectId}
            sample="A generated sample"
            onPick={(id) => setQuery(id === null ? {} : { project: id })}
          />
        )}
        <Legend />
      </div>
      {projectId === null ? (
        <View key={seed} plan={sample} />
      ) : (
        <ProjectPlan key={projectId} projectId={projectId} View={View} />
      )}
    </Page>
  )
}

const Legend = () => (
  <ul aria-label="Statuses" className={styles.legend}>
    {planStatuses.map((status) => (
      <li key={status}>
        <PlanStatusMark status={status} isNamed /> {planStatusLabels[status]}
      </li>
    ))}
  </ul>
)
