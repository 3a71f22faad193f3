import type { NodeStatus } from './status.ts'

export const estimateUnits = ['points', 'hours', 'days'] as const
export type EstimateUnit = (typeof estimateUnits)[number]

export const fieldTypes = ['text', 'number', 'date', 'choice', 'person', 'link', 'checkbox'] as const
export type FieldType = (typeof fieldTypes)[number]

export const viewKinds = ['map', 'outline', 'board', 'table', 'timeline', 'calendar'] as const

export interface Tag {
  readonly id: string
  readonly name: string
  readonly colour: string
}

export interface Stage {
  readonly id: string
  readonly name: string
  /** Always the status of the nodes in it. */
  readonly category: NodeStatus
  readonly colour: string
  /** False: nodes in it leave roll-ups, progress by estimate, schedule and forecast. */
  readonly counts: boolean
}

export interface FieldDefinition {
  readonly id: string
  readonly name: string
  readonly type: FieldType
  /** The choices of a field of type choice. */
  readonly options: readonly string[]
}

export interface SavedView {
  readonly id: string
  readonly name: string
  /** One of `viewKinds`. */
  readonly kind: string
  /** The text of the filter box. */
  readonly filter: string
  readonly settings: unknown
  /** False: only its author sees it. */
  readonly isShared: boolean
  readonly authorId: string
}

/** The tags, stages and own fields of a project. */
export interface ProjectDefinitions {
  readonly tags: readonly Tag[]
  readonly stages: readonly Stage[]
  readonly fieldDefinitions: readonly FieldDefinition[]
  readonly estimateUnit: EstimateUnit
}

export const noDefinitions: ProjectDefinitions = { tags: [], stages: [], fieldDefinitions: [], estimateUnit: 'points' }

/** Changes of one list of a project. What is not named stays as it is. */
export interface ListChanges<Entry> {
  /** Replaces the entries with these ids and adds the others at the end. */
  readonly put?: readonly Entry[]
  readonly remove?: readonly string[]
  /** The entries with these ids get this order, in the places that they have together. */
  readonly order?: readonly string[]
}

export function applyListChanges<Entry extends { readonly id: string }>(
  present: readonly Entry[],
  { put = [], remove = [], order = [] }: ListChanges<Entry>,
): readonly Entry[] {
  const putById = new Map(put.map((entry) => [entry.id, entry]))
  const known = new Set(present.map(({ id }) => id))
  const next = [
    ...present.filter(({ id }) => !remove.includes(id)).map((entry) => putById.get(entry.id) ?? entry),
    ...put.filter(({ id }) => !known.has(id)),
  ]
  const ordered = [...new Set(order)].flatMap((wanted) => next.find(({ id }) => id === wanted) ?? [])
  const ids = new Set(ordered.map(({ id }) => id))
  return next.map((entry) => (ids.has(entry.id) ? (ordered.shift() as Entry) : entry))
}

/** A person's changes to the lists of a project. An entry with an unused id is new. */
export interface DefinitionChanges {
  readonly tagChanges?: ListChanges<Tag>
  readonly stageChanges?: ListChanges<Stage>
  readonly fieldDefinitionChanges?: ListChanges<FieldDefinition>
  readonly estimateUnit?: EstimateUnit
}

export const applyDefinitionChanges = (
  { tags, stages, fieldDefinitions, estimateUnit }: ProjectDefinitions,
  changes: DefinitionChanges,
): ProjectDefinitions => ({
  tags: applyListChanges(tags, changes.tagChanges ?? {}),
  stages: applyListChanges(stages, changes.stageChanges ?? {}),
  fieldDefinitions: applyListChanges(fieldDefinitions, changes.fieldDefinitionChanges ?? {}),
  estimateUnit: changes.estimateUnit ?? estimateUnit,
})
