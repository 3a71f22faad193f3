import { planLimits } from '../core/limits.ts'

export const nodePriorities = ['none', 'low', 'medium', 'high', 'urgent'] as const
export type NodePriority = (typeof nodePriorities)[number]

const isNodePriority = (value: unknown): value is NodePriority => (nodePriorities as readonly unknown[]).includes(value)

export const parsePriority = (value: unknown): NodePriority | undefined => (isNodePriority(value) ? value : undefined)

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/u

/** Parses a calendar day, YYYY-MM-DD. Days that no calendar has, such as February 30, are not values. */
export function parseDay(value: unknown): string | undefined {
  const found = typeof value === 'string' ? dayPattern.exec(value) : null
  if (typeof value !== 'string' || found === null) return undefined
  const [year, month, day] = found.slice(1).map(Number) as [number, number, number]
  // The year 0 does not exist in the database.
  if (year === 0) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? value : undefined
}

export function parseEstimate(value: unknown): number | undefined {
  if (typeof value !== 'number' || !(value >= 0 && value <= planLimits.estimate)) return undefined
  // A negative zero would come back from the database as another value.
  return value === 0 ? 0 : value
}

/** Parses a list in which each id occurs once. */
function parseIdSet(value: unknown, most: number): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length > most || !value.every((id) => typeof id === 'string')) return undefined
  return new Set(value).size === value.length ? value : undefined
}

export const parseAssigneeIds = (value: unknown): readonly string[] | undefined =>
  parseIdSet(value, planLimits.assignees)

export const parseTagIds = (value: unknown): readonly string[] | undefined =>
  parseIdSet(Array.isArray(value) ? value.map(lowerCaseText) : value, planLimits.tagsPerNode)

/** The ids in a file are only its own, and may look like anything. */
export const parseFileBlockers = (value: unknown): readonly string[] | undefined =>
  parseIdSet(value, planLimits.blockersPerNode)

/** Ids of nodes are compared in lower case, as the database writes them. */
export const parseBlockedByIds = (value: unknown): readonly string[] | undefined =>
  parseIdSet(Array.isArray(value) ? value.map(lowerCaseText) : value, planLimits.blockersPerNode)

const lowerCaseText = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value)

/** Values of a project's own fields by the id of the field. Which values a field can have is checked by its type. */
export type OwnFieldValues = Readonly<Record<string, unknown>>

export function parseOwnFields(value: unknown): OwnFieldValues | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const entries = Object.entries(value)
  return entries.length > planLimits.fields ? undefined : Object.fromEntries(entries)
}
