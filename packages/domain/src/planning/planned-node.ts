import type { NodePriority } from '../node/field-values.ts'
import type { FieldDefinition } from '../node/definitions.ts'
import type { NodeId } from '../node/node.ts'
import type { NodeStatus } from '../node/status.ts'
import type { CalendarDate } from './calendar-date.ts'

/** The fields of a node that the rules of planning read. */
export interface PlannedNode {
  readonly id: NodeId
  readonly parentIds: readonly NodeId[]
  readonly title: string
  readonly body: string
  readonly status: NodeStatus
  readonly projectLink?: string | null
  readonly assigneeIds: readonly string[]
  readonly startDate: CalendarDate | null
  readonly dueDate: CalendarDate | null
  readonly estimate: number | null
  readonly priority: NodePriority
  readonly tagIds: readonly string[]
  readonly stageId: string | null
  readonly fields: Readonly<Record<string, unknown>>
  readonly commentCount?: number
}

export interface PlanningPerson {
  readonly id: string
  readonly name: string
  readonly email: string
}

export interface NamedEntry {
  readonly id: string
  readonly name: string
}

export type PlanningField = Pick<FieldDefinition, 'id' | 'name' | 'type' | 'options'>

/** Folds names so that people can type them in any case. */
export const foldName = (name: string): string => name.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim()

/** Estimates are added as whole numbers of this part: the order of additions does not matter, and nothing drifts. */
export const estimateParts = 100_000
