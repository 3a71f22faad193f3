import { type FieldDefinition, nodeFields } from '@espalier/domain'
import type { NodeView, SqlClient } from './nodes.ts'
import { type ProjectRow, readProjectTexts } from './projects.ts'

const forMembers = nodeFields.all.filter(({ isForMembers }) => isForMembers)

const listPersonFields = (definitions: readonly FieldDefinition[]): readonly string[] =>
  definitions.filter(({ type }) => type === 'person').map(({ id }) => id)

/** Returns a node as people see it who are not named in the project: without the people on it. */
export function hidePeople(node: NodeView, { field_definitions: definitions }: Pick<ProjectRow, 'field_definitions'>) {
  const hidden = new Set(listPersonFields(definitions))
  const shown = Object.entries(node.fields).filter(([id]) => !hidden.has(id))
  return {
    ...node,
    ...Object.fromEntries(forMembers.map((field) => [field.name, field.default])),
    fields: Object.fromEntries(shown),
  } as NodeView
}

/** The same as SQL by field, for nodes that the database writes as JSON. */
export async function readHiddenPeopleSql(db: SqlClient, projectId: string): Promise<ReadonlyMap<string, string>> {
  const definitions = (await readProjectTexts(db, [projectId], ['field_definitions'])).get(projectId)?.field_definitions
  // The ids are UUIDs that the server made or checked, so none of them can leave the literal.
  const ids = listPersonFields(definitions ?? []).filter((id) => /^[0-9a-f-]+$/u.test(id))
  return new Map([
    ...forMembers.map(({ name, sqlType, default: value }): [string, string] => [
      name,
      Array.isArray(value) ? `'{}'::${sqlType}` : `'${String(value)}'::${sqlType}`,
    ]),
    ['fields', `fields - '{${ids.join(',')}}'::text[]`],
  ])
}
