import type { TrackerFieldName } from '@espalier/domain'
import { z } from 'zod'
import type {
  IssueFieldChange,
  IssueFieldRequest,
  IssueFields,
  RefusedFields,
  TrackerResult,
} from '../../ports/tracker.ts'
import { readPerson } from './field-model.ts'
import type { JiraFlavor } from './site-client.ts'

const timeField = 'timetracking'

/** The names of the requested fields in Jira. Labels are read in any case. */
export const listRequestedFields = ({ names, pointFieldIds }: IssueFieldRequest): readonly string[] =>
  names.flatMap((name) => {
    if (name === 'estimate') return pointFieldIds ?? [timeField]
    return name === 'labels' ? [] : [name === 'dueDate' ? 'duedate' : name]
  })

type JiraFields = Readonly<Record<string, unknown>>

const dayShape = z.iso.date()
const namedShape = z.object({ id: z.string() })
const timeShape = z.object({ originalEstimateSeconds: z.number().positive() })
const labelsShape = z.array(z.string())

const readPoints = (fields: JiraFields, ids: readonly string[]): number | null =>
  ids.map((id) => fields[id]).find((value) => typeof value === 'number') ?? null

const fieldReaders: {
  readonly [Name in TrackerFieldName]: (fields: JiraFields, request: IssueFieldRequest) => IssueFields[Name]
} = {
  assignee: ({ assignee }) => readPerson(assignee),
  dueDate: ({ duedate }) => dayShape.safeParse(duedate).data ?? null,
  estimate: (fields, { pointFieldIds }) =>
    pointFieldIds === null
      ? (timeShape.safeParse(fields[timeField]).data?.originalEstimateSeconds ?? null)
      : readPoints(fields, pointFieldIds),
  priority: ({ priority }) => namedShape.safeParse(priority).data?.id ?? null,
  labels: ({ labels }) => labelsShape.safeParse(labels).data ?? [],
}

/** A field that has another form than expected counts as empty. */
export const readIssueFields = (fields: JiraFields, request: IssueFieldRequest): IssueFields =>
  Object.fromEntries(request.names.map((name) => [name, fieldReaders[name](fields, request)]))

interface WriteOptions extends Pick<IssueFieldRequest, 'pointFieldIds'> {
  readonly flavor: JiraFlavor
  readonly change: IssueFieldChange
}

/** One field of a write, under the name that Jira has for it. */
interface FieldPart {
  readonly name: TrackerFieldName
  readonly id: string
  readonly value: unknown
  /** Other fields that may hold the value, if Jira refuses this one. */
  readonly otherIds: readonly string[]
}

const part = (name: TrackerFieldName, id: string, value: unknown, otherIds: readonly string[] = []): FieldPart[] =>
  value === undefined ? [] : [{ name, id, value, otherIds }]

function listParts({ flavor, change, pointFieldIds }: WriteOptions): FieldPart[] {
  const { assignee, dueDate, estimate, priority, labels } = change
  const toPerson = (id: string) => (flavor === 'cloud' ? { accountId: id } : { name: id })
  const [pointsId = '', ...otherPointIds] = pointFieldIds ?? []
  return [
    ...part('assignee', 'assignee', assignee == null ? assignee : toPerson(assignee)),
    ...part('dueDate', 'duedate', dueDate),
    ...(pointFieldIds === null
      ? part('estimate', timeField, estimate === undefined ? undefined : toTimeTracking(estimate))
      : part('estimate', pointsId, estimate, otherPointIds)),
    ...part('priority', 'priority', priority === undefined ? undefined : { id: priority }),
    ...part('labels', 'labels', labels),
  ]
}

/** An empty original estimate cannot be written, and a time of zero is read as an empty one. */
const toTimeTracking = (seconds: number | null) => ({ originalEstimate: `${Math.round((seconds ?? 0) / 60)}m` })

/** Labels are added and removed one by one, so that labels that somebody else adds at this moment stay. */
function toBody(parts: readonly FieldPart[]) {
  const labels = parts.find(({ name }) => name === 'labels')?.value as IssueFieldChange['labels']
  const steps = [
    ...(labels?.add ?? []).map((label) => ({ add: label })),
    ...(labels?.remove ?? []).map((label) => ({ remove: label })),
  ]
  const others = parts.filter(({ name }) => name !== 'labels')
  return {
    ...(others.length > 0 && { fields: Object.fromEntries(others.map(({ id, value }) => [id, value])) }),
    ...(steps.length > 0 && { update: { labels: steps } }),
  }
}

/** Jira refuses a whole write because of one field, so it is repeated without the fields that it names. */
export async function writeIssueFields(
  put: (body: unknown) => Promise<TrackerResult<void>>,
  options: WriteOptions,
): Promise<TrackerResult<RefusedFields>> {
  const refused: Partial<Record<TrackerFieldName, string>> = {}
  const queue: (readonly FieldPart[])[] = [listParts(options)]
  for (let parts = queue.shift(); parts !== undefined; parts = queue.shift()) {
    if (parts.length === 0) continue
    const answer = await put(toBody(parts))
    if (answer.ok) continue
    const { kind, message, fields: reasons = {} } = answer.reason
    if (kind !== 'invalid') return answer
    const isNamed = ({ id }: FieldPart): boolean =>
      id in reasons || (id === timeField && 'timeoriginalestimate' in reasons)
    // Without a name every field is tried alone.
    if (parts.length > 1 && !parts.some(isNamed)) {
      queue.push(...parts.map((one) => [one]))
      continue
    }
    const bad = parts.length === 1 ? parts : parts.filter(isNamed)
    const retried = bad.flatMap(({ otherIds: [id, ...otherIds], ...one }) =>
      id === undefined ? [] : [{ ...one, id, otherIds }],
    )
    for (const { name, id, otherIds } of bad) if (otherIds.length === 0) refused[name] = reasons[id] ?? message
    queue.push([...parts.filter((one) => !bad.includes(one)), ...retried])
  }
  return { ok: true, value: refused }
}
