import { limits } from '@espalier/domain'
import { useMemo, useState } from 'react'
import { clock } from '../../../platform/clock.ts'
import { PlanNodeLink } from '../NodeLink.tsx'
import type { PlanViewProps } from '../view-props.ts'
import { type RoadmapBar, findBarEnd, type RoadmapLane, buildRoadmap } from '../roadmap.ts'
import { ScrollArea } from '../Sheet.tsx'
import styles from './Roadmap.module.css'

const { months, quarters } = limits.roadmap
const monthName = new Intl.DateTimeFormat('en', { month: 'short' })
const monthNames = Array.from({ length: months }, (_, month) => monthName.format(new Date(2000, month)))
const quarterNames = Array.from({ length: quarters }, (_, quarter) => `Q${quarter + 1}`)

/** Lanes that stay where they are while the year passes by. */
export function Roadmap({ plan }: PlanViewProps) {
  const lanes = useMemo(() => buildRoadmap(plan), [plan])
  const [year] = useState(() => new Date(clock.now()).getFullYear())
  return (
    <ScrollArea name="Roadmap">
      <table className={styles.roadmap}>
        <caption>The order of the plan, spread over {year}: nodes have no dates of their own</caption>
        <thead>
          <tr>
            <th scope="col" rowSpan={2} className={styles.lane}>
              Lane
            </th>
            {quarterNames.map((name) => (
              <th key={name} scope="colgroup" colSpan={months / quarters}>
                {name}
              </th>
            ))}
          </tr>
          <tr>
            {monthNames.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {lanes.map((lane) => (
          <LaneRows key={lane.node.id} lane={lane} plan={plan} />
        ))}
      </table>
    </ScrollArea>
  )
}

const LaneRows = ({ lane, plan }: PlanViewProps & { readonly lane: RoadmapLane }) => (
  <tbody>
    {lane.rows.map((row, at) => (
      <tr key={row[0]?.node.id}>
        {at === 0 && (
          <th scope="rowgroup" rowSpan={lane.rows.length} className={styles.lane}>
            {lane.node.title}
          </th>
        )}
        {row.map((bar, index) => (
          <BarCells key={bar.node.id} bar={bar} gap={bar.month - findBarEnd(row[index - 1])} plan={plan} />
        ))}
        {findBarEnd(row.at(-1)) < months && <td colSpan={months - findBarEnd(row.at(-1))}>&nbsp;</td>}
      </tr>
    ))}
  </tbody>
)

const BarCells = ({ bar, gap, plan }: PlanViewProps & { readonly bar: RoadmapBar; readonly gap: number }) => (
  <>
    {gap > 0 && <td colSpan={gap}>&nbsp;</td>}
    <td colSpan={bar.months} className={styles.bar} data-status={bar.node.status}>
      <PlanNodeLink plan={plan} node={bar.node} />
    </td>
  </>
)
