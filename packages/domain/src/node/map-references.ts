import type { FieldDefinition, ProjectDefinitions } from './definitions.ts'
import type { OwnFieldValues } from './field-values.ts'
import { parseOwnValue } from './own-values.ts'

/** The references of nodes, by their counterpart in another project. What has no counterpart there is dropped. */
export interface ReferenceMap {
  readonly tags: ReadonlyMap<string, string>
  readonly stages: ReadonlyMap<string, string>
  readonly fields: ReadonlyMap<string, FieldDefinition>
  /** Whether a person can see the other project. */
  isMember(personId: string): boolean
}

/** The lists of a project that nodes refer to. */
export type ReferencedLists = Pick<ProjectDefinitions, 'tags' | 'stages' | 'fieldDefinitions'>

/** Finds the counterparts by id, as in the same project, or by name. A stage must also stand for the same status, and a field hold the same values. */
export function matchDefinitions(
  from: ReferencedLists,
  to: ReferencedLists,
  isMember: ReferenceMap['isMember'],
): ReferenceMap {
  return {
    tags: matchEntries(
      from.tags,
      to.tags,
      ({ name }) => name,
      (tag) => tag.id,
    ),
    stages: matchEntries(
      from.stages,
      to.stages,
      ({ name, category }) => `${category} ${name}`,
      (stage) => stage.id,
    ),
    fields: matchEntries(
      from.fieldDefinitions,
      to.fieldDefinitions,
      ({ name, type }) => `${type} ${name}`,
      (own) => own,
    ),
    isMember,
  }
}

function matchEntries<Entry extends { readonly id: string }, Target>(
  from: readonly Entry[],
  to: readonly Entry[],
  toKey: (entry: Entry) => string,
  toTarget: (entry: Entry) => Target,
): ReadonlyMap<string, Target> {
  const byId = new Map(to.map((entry) => [entry.id, entry]))
  const byKey = new Map(to.map((entry) => [toKey(entry), entry]))
  return new Map(
    from.flatMap((entry): [string, Target][] => {
      const found = byId.get(entry.id) ?? byKey.get(toKey(entry))
      return found === undefined ? [] : [[entry.id, toTarget(found)]]
    }),
  )
}

/** The fields of a node that refer to something, or that depend on each other. */
interface ReferringFields {
  readonly assigneeIds?: readonly string[]
  readonly tagIds?: readonly string[]
  readonly stageId?: string | null
  readonly fields?: OwnFieldValues
  readonly startDate?: string | null
  readonly dueDate?: string | null
}

/** Returns the values as the other project can have them. */
export function mapReferences<Values extends ReferringFields>(values: Values, map: ReferenceMap): Values {
  const given: object = values
  const mapped: Record<string, unknown> = { ...given }
  const { assigneeIds, tagIds, stageId, fields, startDate, dueDate } = values
  if (assigneeIds !== undefined) mapped['assigneeIds'] = assigneeIds.filter(map.isMember)
  if (tagIds !== undefined) mapped['tagIds'] = [...new Set(tagIds.flatMap((id) => map.tags.get(id) ?? []))]
  if (fields !== undefined) mapped['fields'] = mapOwnFields(fields, map)
  if (stageId != null) {
    const target = map.stages.get(stageId)
    // Without the stage, the status alone decides.
    if (target === undefined) delete mapped['stageId']
    else mapped['stageId'] = target
  }
  // A file may hold dates that no node can have; the due date matters more.
  if (startDate != null && dueDate != null && dueDate < startDate) delete mapped['startDate']
  return mapped as Values
}

function mapOwnFields(values: OwnFieldValues, { fields, isMember }: ReferenceMap): OwnFieldValues {
  const entries = Object.entries(values).flatMap(([id, value]): [string, unknown][] => {
    const definition = fields.get(id)
    const parsed = definition === undefined ? undefined : parseOwnValue(definition, value)
    if (definition === undefined || parsed == null) return []
    return definition.type === 'person' && !isMember(String(parsed)) ? [] : [[definition.id, parsed]]
  })
  return Object.fromEntries(entries)
}
