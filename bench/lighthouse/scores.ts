import { median } from '../figure.ts'
import { table } from '../report.ts'
import { categories, type Audit, type Category, type Report } from './lighthouse-report.ts'

const limit = 95

/** One page, audited several times. */
export interface Audited {
  readonly name: string
  readonly reports: readonly Report[]
}

export const getScore = ({ reports }: Audited, category: Category): number =>
  Math.round(median(reports.map((report) => (report.categories[category].score ?? 0) * 100)))

export const holds = (page: Audited): boolean => categories.every((category) => getScore(page, category) >= limit)

export const scoreTable = (pages: readonly Audited[]): string =>
  table(
    ['Page', 'Performance', 'Accessibility', 'Best practices', 'Limit', 'Holds'],
    pages.map((page) => [
      page.name,
      ...categories.map((category) => String(getScore(page, category))),
      String(limit),
      holds(page) ? 'yes' : 'NO',
    ]),
  )

const measured = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'speed-index',
  'total-blocking-time',
  'cumulative-layout-shift',
  'total-byte-weight',
]

/** Lists the audits that cost a page points, worst first, from its last report. */
export function lostPoints({ name, reports }: Audited): string {
  const last = reports.at(-1)
  if (last === undefined) return ''
  const lines = categories.flatMap((category) =>
    last.categories[category].auditRefs
      .map(({ id, weight }) => ({ id, weight, audit: last.audits[id] }))
      .filter(({ audit, weight }) => weight > 0 && audit?.score != null && audit.score < 0.9)
      .map(({ id, audit }) => `- ${category}: ${id} ${audit ? formatAudit(audit) : ''}`),
  )
  const times = measured.map((id) => `${id} ${last.audits[id]?.displayValue ?? '-'}`)
  return [`${name}: ${times.join(', ')}`, ...lines].join('\n')
}

const formatAudit = ({ title, score, displayValue = '' }: Audit): string => `(${score}) ${title} ${displayValue}`.trim()
