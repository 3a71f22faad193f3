import { type ComponentType, lazy, Suspense, useMemo } from 'react'
import { groupByPrimaryParent, type Plan, type PlanNode, samplePlan } from '../../api/plan.ts'
import { useAuth } from '../../api/session/session.ts'
import { useLocation, useSearchParams } from '../../platform/router.tsx'
import { prototypeTexts } from '../../texts/prototypes.ts'
import { linkTo, withElements } from '../../texts/with-elements.tsx'
import { Page } from '../../ui/Page.tsx'
import { StatusMark } from '../../ui/StatusMark.tsx'
import { ProjectPicker, ProjectPlan, PrototypeNotice } from './ProjectPlan.tsx'
import { PlanNodeLink, planStatuses } from './drawing/NodeLink.tsx'
import { type PlanViewProps, useSeed } from './drawing/view-parts.tsx'
import { isPrototypeName, isReplaced, type Prototype, prototypes, replacements } from './prototypes.ts'
import styles from './PlanOutline.module.css'
import prototypePageStyles from './PrototypePage.module.css'

interface PlanOutlineProps {
  readonly plan: Plan
}

/** Lists the same nodes as text for people who cannot see or reach the drawing. */
function PlanOutline({ plan }: PlanOutlineProps) {
  const lists = useMemo(() => groupByPrimaryParent(plan), [plan])
  return (
    <details className={styles.outline}>
      <summary>{prototypeTexts.asList(plan.nodes.length)}</summary>
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

/** Wraps a lazily loaded view and adds the text outline below it. */
function withOutline({ load }: Prototype): ComponentType<PlanViewProps> {
  const View = lazy(async () => ({ default: await load() }))
  return ({ plan }) => (
    <Suspense fallback={<output>{prototypeTexts.loadingView}</output>}>
      <View plan={plan} />
      <PlanOutline plan={plan} />
    </Suspense>
  )
}

const prototypeViews = Object.fromEntries(
  Object.entries(prototypes).map(([name, prototype]) => [name, withOutline(prototype)]),
)

/** Frames every prototype; the path names the prototype (`/roadmap`), and `?project=` the project (or a sample). */
export function PrototypePage() {
  const name = useLocation().pathname.split('/')[1]?.toLowerCase() ?? ''
  const View = prototypeViews[name]
  if (!isPrototypeName(name) || View === undefined) throw new Error(`There is no prototype named ${name}`)
  const { sampleNodes } = prototypes[name]
  const texts = prototypeTexts.views[name]
  const [query, setQuery] = useSearchParams()
  const isSignedIn = useAuth().kind === 'person'
  const seed = useSeed()
  const projectId = query.get('project') || null
  const sample = useMemo(() => samplePlan({ nodes: sampleNodes, seed }), [sampleNodes, seed])
  return (
    <Page title={texts.title} lead={texts.lead} width="wide">
      <PrototypeNotice />
      {isReplaced(name) && (
        <p>
          {withElements(prototypeTexts.replaced[name], {
            view: linkTo(projectId === null ? '/projects' : `/tree/${projectId}${replacements[name]}`),
          })}
        </p>
      )}
      <div className={prototypePageStyles.settings}>
        {isSignedIn && (
          <ProjectPicker
            projectId={projectId}
            sample={prototypeTexts.sample}
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
  <ul aria-label={prototypeTexts.legend} className={prototypePageStyles.legend}>
    {planStatuses.map((status) => (
      <li key={status}>
        <StatusMark status={status} /> {prototypeTexts.statuses[status]}
      </li>
    ))}
  </ul>
)
