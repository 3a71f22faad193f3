import { limits } from '@espalier/domain'
import type { HierarchyNode } from 'd3-hierarchy'
import { scaleLinear } from 'd3-scale'
import { useMemo, useState } from 'react'
import type { Plan, PlanNode } from '../../../api/plan.ts'
import { clock } from '../../../platform/timing.ts'
import { prototypeTexts } from '../../../texts/prototypes.ts'
import { PlanNodeLink } from '../drawing/NodeLink.tsx'
import { buildPlanTree } from '../drawing/plan-tree.ts'
import { type PlanViewProps, ScrollArea } from '../drawing/view-parts.tsx'
import styles from './Roadmap.module.css'

const { months: year } = limits.roadmap

interface RoadmapBar {
  readonly node: PlanNode
  /** Counts from 0. */
  readonly month: number
  readonly months: number
}

interface RoadmapLane {
  readonly node: PlanNode
  /** Overlapping bars go into separate rows. */
  readonly rows: readonly (readonly RoadmapBar[])[]
}

/** Nodes have no dates: each branch is a lane, and its parts share the year in order, by their number of leaves. */
export function buildRoadmap(plan: Plan): readonly RoadmapLane[] {
  const root = buildPlanTree(plan)
  return (root.children ?? [root]).map((lane) => ({ node: lane.data, rows: packIntoRows(layOutBars(lane)) }))
}

function layOutBars(lane: HierarchyNode<PlanNode>): readonly RoadmapBar[] {
  const parts = lane.children ?? [lane]
  const weights = parts.map((part) => part.leaves().length)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const monthAt = scaleLinear([0, total], [0, year])
  let done = 0
  return parts.map(({ data: node }, at) => {
    const from = Math.min(Math.floor(monthAt(done)), year - 1)
    done += weights[at] ?? 0
    return { node, month: from, months: Math.max(1, Math.floor(monthAt(done)) - from) }
  })
}

function packIntoRows(bars: readonly RoadmapBar[]): readonly (readonly RoadmapBar[])[] {
  const rows: RoadmapBar[][] = []
  for (const bar of bars) {
    const free = rows.find((row) => findBarEnd(row.at(-1)) <= bar.month)
    if (free === undefined) rows.push([bar])
    else free.push(bar)
  }
  return rows
}

export const findBarEnd = (bar: RoadmapBar | undefined): number => (bar === undefined ? 0 : bar.month + bar.months)

const { months, quarters } = limits.roadmap
const monthName = new Intl.DateTimeFormat('en', { month: 'short' })
const monthNames = Array.from({ length: months }, (_, month) => monthName.format(new Date(2000, month)))
const quarterNumbers = Array.from({ length: quarters }, (_, quarter) => quarter + 1)

/** The lanes stay in place while the year scrolls. */
export function Roadmap({ plan }: PlanViewProps) {
  const lanes = useMemo(() => buildRoadmap(plan), [plan])
  const [year] = useState(() => new Date(clock.now()).getFullYear())
  return (
    <ScrollArea name={prototypeTexts.views.roadmap.title}>
      <table className={styles.roadmap}>
        <caption>{prototypeTexts.roadmap.caption(year)}</caption>
        <thead>
          <tr>
            <th scope="col" rowSpan={2} className={styles.lane}>
              {prototypeTexts.roadmap.lane}
            </th>
            {quarterNumbers.map((quarter) => (
              <th key={quarter} scope="colgroup" colSpan={months / quarters}>
                {prototypeTexts.roadmap.quarter(quarter)}
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
          <th scope="rowgroup" rowSpan={lane.rows.length} className={styles.lane} translate="no">
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
