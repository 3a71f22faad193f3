import { limits } from '@espalier/domain'
import type { RollUp } from '@espalier/domain/planning-roll-up'
import type { NodeRecord, ProjectClient } from '@espalier/sync'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useId } from 'react'
import { useCell } from '../../platform/cell.ts'
import { rollUpTexts as texts } from '../../texts/roll-up.ts'
import { useRollUps } from './project-roll-ups.ts'
import styles from './BelowNode.module.css'

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const formatDay = (date: string): string => dateFormat.format(new Date(`${date}T00:00:00Z`))

const toPercent = (done: number, all: number): number => (all === 0 ? 0 : Math.round((done / all) * limits.fullPercent))

interface BelowNodeProps {
  readonly client: ProjectClient
  readonly node: NodeRecord
}

/** Sums up the branch of a node, for its details. A leaf has nothing to sum up. */
export function BelowNode({ client, node }: BelowNodeProps) {
  const below = useRollUps(client).getBelow(node.id)
  const heading = useId()
  if (below === null) return null
  return (
    <section aria-labelledby={heading} className={styles.below}>
      <h3 id={heading}>{texts.heading}</h3>
      {below.isDueTooEarly && below.latestDue !== null && (
        <p className={styles.notice}>
          <TriangleAlert size={16} aria-hidden="true" />
          {texts.dueTooEarly(formatDay(below.latestDue))}
        </p>
      )}
      <Figures client={client} below={below} />
    </section>
  )
}

function Figures({ client, below }: { readonly client: ProjectClient; readonly below: RollUp }) {
  const { estimateUnit } = useCell(client.project)
  const { nodes, done, estimate, doneEstimate, earliestStart, latestDue, overdue } = below
  return (
    <dl className={styles.figures}>
      <Figure name={texts.nodes} value={texts.nodesDone(done, nodes, toPercent(done, nodes))} />
      {estimate > 0 && (
        <Figure
          name={texts.estimate}
          value={texts.estimates[estimateUnit](doneEstimate, estimate, toPercent(doneEstimate, estimate))}
        />
      )}
      {earliestStart !== null && <Figure name={texts.earliestStart} value={formatDay(earliestStart)} />}
      {latestDue !== null && <Figure name={texts.latestDue} value={formatDay(latestDue)} />}
      {overdue > 0 && <Figure name={texts.overdue} value={texts.overdueNodes(overdue)} isLate />}
    </dl>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: string
  readonly isLate?: boolean
}

const Figure = ({ name, value, isLate = false }: FigureProps) => (
  <>
    <dt>{name}</dt>
    <dd data-late={isLate || undefined}>{value}</dd>
  </>
)
