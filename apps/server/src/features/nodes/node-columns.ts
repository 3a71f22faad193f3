import type { PlainField } from '../../transport/graphql/slice.ts'

const columnByField: Readonly<Record<string, string>> = {
  id: 'id',
  projectId: 'project_id',
  parentId: 'parent_ids[1]',
  parentIds: 'parent_ids',
  projectLink: 'project_link',
  title: 'title',
  body: 'body',
  status: 'status',
  position: 'position',
  hideChildren: 'hide_children',
  isDeleted: 'is_deleted',
  type: 'type',
  externalKey: 'external_key',
  version: 'version',
}

const columnByStyleField: Readonly<Record<string, string>> = { backgroundColor: 'background_color', processing: 'processing' }

/** The columns, in SQL, that make the asked fields of a node as JSON. Null: only the engine can make them. */
export function buildNodeColumns(fields: readonly PlainField[]): string | null {
  const parts = fields.map(buildNodeColumn)
  return parts.length > 0 && parts.every((part) => part !== null) ? parts.join(', ') : null
}

function buildNodeColumn({ name, fields }: PlainField): string | null {
  if (name === '__typename') return `'Node' as "__typename"`
  if (name === 'style') return buildStyleColumn(fields)
  // Stored as it is answered, and only as a whole.
  if (name === 'transitions') return isWholeTransition(fields) ? 'transitions' : null
  const column = Object.hasOwn(columnByField, name) ? columnByField[name] : undefined
  return column === undefined ? null : `${column} as "${name}"`
}

function buildStyleColumn(fields: readonly PlainField[]): string | null {
  const pairs = fields.map(({ name }) => {
    if (name === '__typename') return `'__typename', 'NodeStyle'`
    return Object.hasOwn(columnByStyleField, name) ? `'${name}', ${columnByStyleField[name]}` : null
  })
  return pairs.every((pair) => pair !== null) ? `json_build_object(${pairs.join(', ')}) as style` : null
}

const isWholeTransition = (fields: readonly PlainField[]): boolean =>
  ['dt', 'from', 'to'].every((name) => fields.some((field) => field.name === name)) && fields.length === 3
