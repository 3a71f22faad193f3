import type { CSSProperties } from 'react'
import { findDateInZone, toDayNumber } from '@espalier/domain/planning-dates'
import { clock } from '../../platform/timing.ts'
import { nodeFieldTexts } from '../../texts/node-fields.ts'
import { printingTexts as texts } from '../../texts/whole-plan.ts'
import { tableTexts } from '../../texts/table.ts'
import { StatusMark } from '../../ui/StatusMark.tsx'
import { buildOutlineRows } from '../outline/outline-rows.ts'
import { type DaySpan, findSpan, isMilestone } from '../timeline/bar-dates.ts'
import { type DayRange, listTicks, zoomLevels } from '../timeline/time-scale.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { createNodeFacts } from './node-facts.ts'
import styles from './Print.module.css'

/** More labels beside each other would touch. */
const mostTicks = 16

/** The rows of the tree with their dates and bars, all in one width of paper. */
export function PrintedTimeline({ workspace: { client }, workspace }: { readonly workspace: ProjectWorkspace }) {
  const facts = createNodeFacts(client)
  const rows = buildOutlineRows(workspace).flatMap((row) => {
    const node = client.node(row.id)
    return node === undefined ? [] : [{ row, node, span: findSpan(node) }]
  })
  const range = findPrintedRange(rows.flatMap(({ span }) => span ?? []))
  const toShare = (days: number): string => `${(100 * days) / (range.end - range.first)}%`
  const today = toDayNumber(findDateInZone(clock.now(), new Intl.DateTimeFormat().resolvedOptions().timeZone))
  const hasToday = today >= range.first && today < range.end
  return (
    <table className={styles.timeline} translate="no">
      <thead>
        <tr>
          <th scope="col">{tableTexts.headings.title}</th>
          <th scope="col">{nodeFieldTexts.labels.startDate}</th>
          <th scope="col">{nodeFieldTexts.labels.dueDate}</th>
          <th scope="col" className={styles.track}>
            {listPrintedTicks(range).map(({ first, label }) => (
              <span key={first} className={styles.tick} style={{ left: toShare(first - range.first) }}>
                {label}
              </span>
            ))}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, node, span }) => (
          <tr key={row.key} data-printed={row.id}>
            <td dir="auto" style={{ '--level': row.level - 1 } as CSSProperties}>
              <StatusMark status={node.status} label={nodeFieldTexts.statuses[node.status]} /> {facts.getTitle(node)}
            </td>
            <td>{node.startDate}</td>
            <td>{node.dueDate ?? (span === null ? <small translate="yes">{texts.notScheduled}</small> : '')}</td>
            <td className={styles.track}>
              {hasToday && <span className={styles.today} style={{ left: toShare(today - range.first) }} />}
              {span !== null && (
                <span
                  className={styles.bar}
                  data-milestone={isMilestone(node) ? '' : undefined}
                  style={{ left: toShare(span.first - range.first), width: toShare(span.last - span.first + 1) }}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Returns the days of all bars; a plan without dates has one. */
export function findPrintedRange(spans: readonly DaySpan[]): DayRange {
  if (spans.length === 0) return { first: 0, end: 1 }
  let [first, end] = [Infinity, -Infinity]
  for (const span of spans) {
    first = Math.min(first, span.first)
    end = Math.max(end, span.last + 1)
  }
  return { first, end }
}

/** Returns the labels of the closest scale for which there is room. A label that begins before the range is left out. */
export function listPrintedTicks(range: DayRange): readonly { readonly first: number; readonly label: string }[] {
  for (const level of zoomLevels) {
    // The count is guessed first: a plan of a century has too many days to list.
    if (range.end - range.first > mostTicks * longestUnitDays[level]) continue
    const ticks = listTicks(level, 'lower', range).filter(({ first }) => first >= range.first)
    if (ticks.length <= mostTicks) return ticks
  }
  return listTicks('year', 'upper', range).filter(({ first }) => first >= range.first)
}

const longestUnitDays = { day: 1, week: 7, month: 31, quarter: 92, year: 366 } as const
