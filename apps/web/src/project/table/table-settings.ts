import type { ProjectId } from '@espalier/domain'
import type { WritableCell } from '../../platform/cell.ts'
import { createStoredCell } from '../workspace/view-settings.ts'
import type { TableColumn } from './table-columns.ts'

export interface TableSort {
  readonly columnId: string
  readonly isDescending: boolean
}

export const groupings = ['status', 'stage', 'person', 'priority', 'tag', 'branch'] as const
export type Grouping = (typeof groupings)[number]

/** One person's table of one project. */
export interface TableSettings {
  /** Ids of columns; one that is not among them has its first place. */
  readonly order: readonly string[]
  /** The columns that the person has shown or hidden. */
  readonly shown: Readonly<Record<string, boolean>>
  readonly widths: Readonly<Record<string, number>>
  /** The first one decides; empty: the order of the tree. */
  readonly sorts: readonly TableSort[]
  readonly group: Grouping | null
}

export const defaultTable: TableSettings = { order: [], shown: {}, widths: {}, sorts: [], group: null }

export const columnWidths = { min: 56, max: 900, stepPx: 16 } as const

/** Returns the shown columns in the person's order. The title is always the first. */
export function arrangeColumns(
  all: readonly TableColumn[],
  { order, shown }: Pick<TableSettings, 'order' | 'shown'>,
): readonly TableColumn[] {
  const byId = new Map(all.map((column) => [column.id, column]))
  const known = order.filter((id) => byId.has(id))
  const ids = known.length === 0 ? all.map(({ id }) => id) : [...known]
  // A new field comes after its neighbor in the first order.
  all.forEach(({ id }, at) => {
    if (!ids.includes(id)) ids.splice(ids.indexOf(all[at - 1]?.id ?? '') + 1, 0, id)
  })
  const columns = ids.flatMap((id) => byId.get(id) ?? [])
  return [
    ...columns.filter(({ id }) => id === 'title'),
    ...columns.filter(({ id, isShownFirst }) => id !== 'title' && (shown[id] ?? isShownFirst)),
  ]
}

export const getColumnWidth = ({ widths }: Pick<TableSettings, 'widths'>, { id, widthPx }: TableColumn): number =>
  widths[id] ?? widthPx

/** A column has its first width again. */
export const resetWidth = ({ widths }: TableSettings, columnId: string): Pick<TableSettings, 'widths'> => ({
  widths: Object.fromEntries(Object.entries(widths).filter(([id]) => id !== columnId)),
})

export const limitWidth = (px: number): number => Math.round(Math.max(columnWidths.min, Math.min(columnWidths.max, px)))

/** Returns the order with a column moved to a place among the shown ones. The title stays the first. */
export function moveColumn(columns: readonly TableColumn[], columnId: string, place: number): readonly string[] {
  const others = columns.map(({ id }) => id).filter((id) => id !== columnId)
  others.splice(Math.max(1, Math.min(place, others.length)), 0, columnId)
  return others
}

/** Ascending, descending, then not at all. With `isAdded`, the other columns stay and decide first. */
export function stepSort(sorts: readonly TableSort[], columnId: string, isAdded: boolean): readonly TableSort[] {
  const present = sorts.find((sort) => sort.columnId === columnId)
  const next = present === undefined ? false : present.isDescending ? null : true
  const changed: readonly TableSort[] = next === null ? [] : [{ columnId, isDescending: next }]
  if (!isAdded) return changed
  if (present === undefined) return [...sorts, ...changed]
  return sorts.flatMap((sort) => (sort === present ? changed : [sort]))
}

/** Stored on this device per person and project. */
export const loadTableSettings = (personId: string | null, projectId: ProjectId): WritableCell<TableSettings> =>
  createStoredCell(`table:${personId ?? 'visitor'}:${projectId}`, defaultTable, (_defaults, stored) =>
    readTableSettings(stored),
  )

/** Reads what was stored, perhaps by another version. What is not understood has its default. */
export function readTableSettings(stored: Readonly<Record<string, unknown>>): TableSettings {
  const { order, shown, widths, sorts, group } = stored
  return {
    order: Array.isArray(order) ? order.filter(isId) : [],
    shown: pickValues(shown, (one): one is boolean => typeof one === 'boolean'),
    widths: pickValues(widths, (one): one is number => Number.isFinite(one) && limitWidth(Number(one)) === one),
    sorts: Array.isArray(sorts) ? sorts.flatMap(parseSort) : [],
    group: groupings.find((one) => one === group) ?? null,
  }
}

const isId = (one: unknown): one is string => typeof one === 'string'

const parseSort = (value: unknown): readonly TableSort[] => {
  const { columnId, isDescending }: Readonly<Record<string, unknown>> =
    typeof value === 'object' && value !== null ? { ...value } : {}
  return typeof columnId === 'string' ? [{ columnId, isDescending: isDescending === true }] : []
}

const pickValues = <Value>(given: unknown, isValue: (one: unknown) => one is Value): Readonly<Record<string, Value>> =>
  typeof given === 'object' && given !== null
    ? Object.fromEntries(Object.entries(given).filter((entry): entry is [string, Value] => isValue(entry[1])))
    : {}
