import { planLimits, type Tag, type TrackerFieldName } from '@espalier/domain'
import type { NodeRecord } from '../../../database/nodes.ts'
import type { IssueFields, TrackerIssue } from '../../../ports/tracker.ts'
import type { FieldRules } from './field-rules.ts'
import { joinLabels, toLabel } from './labels.ts'

/** Values of fields as texts that can be compared; an empty text is an empty field. */
export type FieldTokens = Readonly<Partial<Record<TrackerFieldName, string>>>

/** A label that earlier versions put on each created issue. It is no tag of anybody. */
const legacyLabel = /^espalier-[0-9a-f]{8}-[0-9a-f-]{27}$/u

const issueTokens: { readonly [Name in TrackerFieldName]: (value: NonNullable<IssueFields[Name]>) => string } = {
  assignee: ({ id }) => id,
  dueDate: (day) => day,
  estimate: String,
  priority: (id) => id,
  labels: (labels) => joinLabels(labels.filter((label) => !legacyLabel.test(label))),
}

/** The issue's values of the requested fields. Undefined: none was requested. */
export function toIssueTokens({ fields }: Pick<TrackerIssue, 'fields'>): FieldTokens | undefined {
  const names = Object.keys(fields) as TrackerFieldName[]
  if (names.length === 0) return undefined
  const toToken = <Name extends TrackerFieldName>(name: Name): string => {
    const value = fields[name]
    return value == null ? '' : issueTokens[name](value)
  }
  return Object.fromEntries(names.map((name) => [name, toToken(name)]))
}

/** The kind and unit of a number: another kind or unit is another value. */
const nameEstimateKind = ({ request, perUnit }: FieldRules): string =>
  request.pointFieldIds === null ? `time ${perUnit}` : 'points'

export const toEstimateToken = (estimate: number | null, rules: FieldRules): string =>
  estimate === null ? '' : `${estimate} ${nameEstimateKind(rules)}`

/** Whether a former token was about the same field of the tracker. */
export const isSameEstimateKind = (token: string | undefined, { request }: FieldRules): boolean =>
  token === undefined || token === '' || token.includes(' time ') === (request.pointFieldIds === null)

/** The node's values. Its labels are the forms of its tags' names. */
export function toNodeTokens(node: NodeRecord, tags: readonly Tag[], rules: FieldRules): Required<FieldTokens> {
  const names = new Map(tags.map(({ id, name }) => [id, name]))
  return {
    assignee: node.assigneeIds.join(' '),
    dueDate: node.dueDate ?? '',
    estimate: toEstimateToken(node.estimate, rules),
    priority: node.priority === 'none' ? '' : node.priority,
    labels: joinLabels(node.tagIds.flatMap((id) => names.get(id) ?? []).map(toLabel)),
  }
}

/** Trackers keep whole seconds or two decimal places; more would come back as another value. */
const roundTo = (value: number, places: number): number => Number(value.toFixed(places))

export const toTrackerEstimate = (estimate: number | null, { request, perUnit }: FieldRules): number | null => {
  if (estimate === null) return null
  if (request.pointFieldIds !== null) return roundTo(estimate, 2)
  // Jira reads and shows minutes.
  return Math.round((estimate * perUnit) / 60) * 60 || null
}

/** Undefined: no estimate that a node can have. */
export function toNodeEstimate(estimate: number | null, { perUnit }: FieldRules): number | null | undefined {
  if (estimate === null) return null
  const value = roundTo(estimate / perUnit, 4)
  return value >= 0 && value <= planLimits.estimate ? value : undefined
}
