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

/** What a project defines for the fields of its nodes. */
export interface ProjectDefinitions {
  readonly tags: readonly Tag[]
  readonly stages: readonly Stage[]
  readonly fieldDefinitions: readonly FieldDefinition[]
  readonly estimateUnit: EstimateUnit
}

export const noDefinitions: ProjectDefinitions = { tags: [], stages: [], fieldDefinitions: [], estimateUnit: 'points' }
