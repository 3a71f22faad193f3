import { parseOwnValue } from '@espalier/domain'
import type { NodeRecord, SqlClient } from '../../database/nodes.ts'
import { readProjectMembers } from '../../database/projects.ts'
import { readFormerPeople } from '../../database/read-change-log.ts'
import { badInputError, type NodeFields, type ProjectWrite, type RequestedFields } from '../projects/index.ts'
import { fieldErrorTexts } from '../../texts/projects.ts'

/** Fields that may be stored, and a check that needs the node they are for. */
export interface CheckedFields {
  readonly fields: RequestedFields
  check(node: NodeRecord, next: NodeFields): void
}

/** A project, as far as the references of its nodes depend on it. */
export interface ReferenceContext {
  readonly project: Pick<ProjectWrite['project'], 'id' | 'owner'>
  readonly definitions: ProjectWrite['definitions']
  readonly tx: { readonly client: SqlClient }
}

/**
 * Refuses tags, stages and own fields that the project does not have, and values that its own fields cannot have.
 * `ids`: the stored nodes that the fields are for.
 */
export async function checkFieldReferences(
  write: ReferenceContext,
  requested: RequestedFields,
  ids: readonly string[],
): Promise<CheckedFields> {
  const { tags, stages } = write.definitions
  const knownTags = new Set(tags.map(({ id }) => id))
  for (const input of ['tagIds', 'addTagIds'] as const) {
    if (requested[input]?.some((id) => !knownTags.has(id))) throw badInputError(fieldErrorTexts.unknownTag, input)
  }
  const { stageId } = requested
  if (stageId != null && !stages.some(({ id }) => id === stageId))
    throw badInputError(fieldErrorTexts.unknownStage, 'stageId')
  const own = requested.fields === undefined ? {} : { fields: readOwnValues(write, requested.fields) }
  return { fields: { ...requested, ...own }, check: await createPeopleCheck(write, { ...requested, ...own }, ids) }
}

/** The values of the project's own fields, each as its type has it. A null removes a value, also of a former field. */
function readOwnValues({ definitions }: ReferenceContext, given: object): Readonly<Record<string, unknown>> {
  const byId = new Map(definitions.fieldDefinitions.map((definition) => [definition.id, definition]))
  const entries = Object.entries(given).map(([key, value]): [string, unknown] => {
    const id = key.toLowerCase()
    if (value === null) return [id, null]
    const definition = byId.get(id)
    if (definition === undefined) throw badInputError(fieldErrorTexts.unknownField, 'fields')
    const parsed = parseOwnValue(definition, value)
    if (parsed === undefined) throw badInputError(fieldErrorTexts.badOwnValue(definition.name), 'fields')
    return [id, parsed]
  })
  return Object.fromEntries(entries)
}

/**
 * People must be able to see the project. Those who have left it may stay on a node, and may return to a node that they
 * were on, so that replacing them can be undone.
 */
async function createPeopleCheck(
  write: ReferenceContext,
  requested: RequestedFields,
  ids: readonly string[],
): Promise<CheckedFields['check']> {
  const personFields = write.definitions.fieldDefinitions.filter(({ type }) => type === 'person').map(({ id }) => id)
  const names = [
    ...(requested.assigneeIds ?? []),
    ...(requested.addAssigneeIds ?? []),
    ...personFields.flatMap((id) => requested.fields?.[id] ?? []),
  ]
  if (names.length === 0) return () => {}
  const members = (await readProjectMembers(write.tx.client, [write.project.id])).get(write.project.id) ?? {}
  const isMember = (id: unknown): boolean => id === write.project.owner || Object.hasOwn(members, String(id))
  const strangers = [...new Set(names.map(String))].filter((name) => !isMember(name))
  const former = await readFormerPeople(write.tx.client, write.project.id, ids, strangers)
  const isKnown = (node: NodeRecord, id: unknown): boolean =>
    isMember(id) || former.get(node.id)?.has(String(id)) === true
  return (node, next) => {
    const stranger = next.assigneeIds?.find((id) => !node.assigneeIds.includes(id) && !isKnown(node, id))
    if (stranger !== undefined) {
      const isAdded = requested.addAssigneeIds?.includes(stranger) === true
      throw badInputError(fieldErrorTexts.unknownPerson, isAdded ? 'addAssigneeIds' : 'assigneeIds')
    }
    const isStrange = personFields.some((id) => {
      const value = next.fields?.[id]
      return value !== undefined && value !== node.fields[id] && !isKnown(node, value)
    })
    if (isStrange) throw badInputError(fieldErrorTexts.unknownPerson, 'fields')
  }
}
