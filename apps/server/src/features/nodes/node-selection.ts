import { nodeFields } from '@espalier/domain'
import type { RequestBudget } from '../../api/request-budget.ts'
import type { PlainField, SelectedFields } from '../../api/slice.ts'
import { measureNodes, noOverrides, type SqlByField, type SqlClient, sqlByNodeField } from '../../database/nodes.ts'
import type { ProjectHead } from '../../database/projects.ts'

/** Builds the SQL columns for the selected node fields as JSON. Null if only the engine can produce them. */
export function buildNodeColumns(fields: readonly PlainField[], overrides: SqlByField = noOverrides): string | null {
  const parts = fields.map((field) => buildNodeColumn(field, overrides))
  return parts.length > 0 && parts.every((part) => part !== null) ? parts.join(', ') : null
}

const partsByKey = new Map(
  nodeFields.all.flatMap(({ key, parts }): [string, readonly string[]][] =>
    parts === undefined ? [] : [[key, parts]],
  ),
)
const columnByStyleField = new Map(
  nodeFields.all.flatMap(({ name, within, column }): [string, string][] =>
    within === 'style' ? [[name, column]] : [],
  ),
)

function buildNodeColumn({ name, fields }: PlainField, overrides: SqlByField): string | null {
  if (name === '__typename') return `'Node' as "__typename"`
  if (name === 'style') return buildStyleColumn(fields)
  const parts = partsByKey.get(name)
  // Transitions are stored in the API's format, and only as a whole.
  if (parts !== undefined && !areAllSelected(parts, fields)) return null
  const column = sqlByNodeField.get(name)
  return column === undefined ? null : `${overrides.get(name) ?? column} as "${name}"`
}

function buildStyleColumn(fields: readonly PlainField[]): string | null {
  const pairs = fields.map(({ name }) => {
    if (name === '__typename') return `'__typename', 'NodeStyle'`
    const column = columnByStyleField.get(name)
    return column === undefined ? null : `'${name}', ${column}`
  })
  return pairs.every((pair) => pair !== null) ? `json_build_object(${pairs.join(', ')}) as style` : null
}

const areAllSelected = (parts: readonly string[], fields: readonly PlainField[]): boolean =>
  fields.length === parts.length && parts.every((name) => fields.some((field) => field.name === name))

const syntaxBytes = 3
/** The JSON bytes of each field's name and value. The texts are counted separately. */
const fieldBytes = new Map([['parentId', 49]])
for (const { name, key, within, answerBytes } of nodeFields.all) {
  const own = name.length + syntaxBytes + answerBytes
  if (within === undefined) fieldBytes.set(key, own)
  else fieldBytes.set(key, (fieldBytes.get(key) ?? key.length + syntaxBytes) + own)
}
const otherFieldBytes = 30
/** The extra bytes of a node's object if the engine creates one. */
const bytesPerObject = 200

interface NodeReadRequest {
  readonly fields: SelectedFields
  readonly includeDeleted: boolean
  /** Null means all nodes. */
  readonly ids: readonly string[] | null
  /** The engine holds each node as an object in addition to its text; the database writes only the text. */
  readonly by: 'engine' | 'database'
}

/**
 * Reserves the cost of reading nodes before any of them is read and returns the bytes. The project's stored counts are
 * a free upper bound; only if they exceed the budget are the nodes themselves measured.
 */
export async function reserveNodeBudget(
  db: SqlClient,
  project: ProjectHead,
  wanted: NodeReadRequest,
  budget: RequestBudget,
): Promise<number> {
  const bound = wanted.fields.has('transitions') ? null : estimateUpperBound(project, wanted)
  const cost = bound !== null && bound.bytes <= budget.bytesLeft ? bound : await measureCost(db, project, wanted)
  await budget.reserve(cost)
  return cost.bytes
}

/** Every node counts for 200 bytes in addition to its texts. */
const minBytesPerNode = 200

function estimateUpperBound(project: ProjectHead, wanted: NodeReadRequest) {
  const living = project.todo_count + project.progress_count + project.done_count
  const all = wanted.includeDeleted ? project.content_bytes / minBytesPerNode : living
  const rows = Math.ceil(wanted.ids === null ? all : Math.min(all, wanted.ids.length))
  const texts = Math.max(0, project.content_bytes - living * minBytesPerNode)
  return computeReadCost(wanted, { rows, titles: texts, bodies: texts, fields: texts, transitions: 0 }, 'bound')
}

const measureCost = async (db: SqlClient, project: ProjectHead, wanted: NodeReadRequest) =>
  computeReadCost(wanted, await measureNodes(db, project.id, wanted), 'exact')

/** The fields whose size is measured together. */
const listFields = ['fields', 'assigneeIds', 'tagIds', 'blockedByIds'] as const

type NodeSizes = Awaited<ReturnType<typeof measureNodes>>

function computeReadCost({ fields, by }: NodeReadRequest, sizes: NodeSizes, kind: 'bound' | 'exact') {
  let perRow = 2
  for (const [name, times] of fields) perRow += times * (fieldBytes.get(name) ?? otherFieldBytes)
  const times = (name: string): number => fields.get(name) ?? 0
  const texts =
    kind === 'bound'
      ? Math.max(times('title'), times('body'), ...listFields.map(times)) * sizes.bodies
      : times('title') * sizes.titles +
        times('body') * sizes.bodies +
        Math.max(...listFields.map(times)) * sizes.fields +
        times('transitions') * sizes.transitions
  const answer = sizes.rows * perRow + texts
  return { rows: sizes.rows, bytes: by === 'database' ? answer : 2 * answer + sizes.rows * bytesPerObject }
}
