import { type FieldDefinition, nodePriorities, nodeStatuses, toPlainText } from '@espalier/domain'
import { joinNames } from '@espalier/interchange'
import type { NodeRecord, ProjectClient, ProjectDetails } from '@espalier/sync'
import { nodeFieldTexts as fieldTexts } from '../../texts/node-fields.ts'
import { tableTexts as texts } from '../../texts/table.ts'
import { getPath } from './node-path.ts'

const builtInIds = [
  'title',
  'status',
  'stage',
  'assignees',
  'startDate',
  'dueDate',
  'estimate',
  'priority',
  'tags',
  'blockedBy',
] as const
type BuiltInId = (typeof builtInIds)[number] | 'path'

export interface TableColumn {
  /** The name of a field as `FieldEditor` knows it, or the id of an own field. */
  readonly id: string
  readonly label: string
  /** Given for a field that the project has defined. */
  readonly definition: FieldDefinition | null
  readonly isEditable: boolean
  readonly isNumber: boolean
  /** Shown unless the person has decided otherwise. */
  readonly isShownFirst: boolean
  readonly widthPx: number
}

const builtInWidths: Readonly<Record<BuiltInId, number>> = {
  title: 340,
  status: 124,
  stage: 128,
  assignees: 168,
  startDate: 116,
  dueDate: 116,
  estimate: 96,
  priority: 96,
  tags: 160,
  blockedBy: 168,
  path: 260,
}

/** A project may have many fields of its own; the others can be chosen. */
const ownColumnsShownFirst = 6
const ownWidthPx = 132

const labelBuiltIn = (id: BuiltInId): string =>
  id === 'title' || id === 'path' ? texts.headings[id] : fieldTexts.labels[id]

const toBuiltIn = (id: BuiltInId): TableColumn => ({
  id,
  label: labelBuiltIn(id),
  definition: null,
  isEditable: id !== 'path',
  isNumber: id === 'estimate',
  isShownFirst: id !== 'path',
  widthPx: builtInWidths[id],
})

/** Lists every column that the project offers, in the first order. */
export function listColumns({ stages, fieldDefinitions }: ProjectDetails): readonly TableColumn[] {
  const own = fieldDefinitions.map((definition, at): TableColumn => ({
    id: definition.id,
    label: definition.name,
    definition,
    isEditable: true,
    isNumber: definition.type === 'number',
    isShownFirst: at < ownColumnsShownFirst,
    widthPx: ownWidthPx,
  }))
  const ids = builtInIds.filter((id) => id !== 'stage' || stages.length > 0)
  return [...ids.map(toBuiltIn), ...own, toBuiltIn('path')]
}

/** Reads the values of nodes as texts, for spreadsheets, and as keys, for sorting. */
export interface CellReader {
  /** The value as a spreadsheet gets it; empty: none. */
  readText(node: NodeRecord, column: TableColumn): string
  /** Null: there is no value. */
  readSortKey(node: NodeRecord, column: TableColumn): string | number | null
  namePerson(id: string): string
}

const nameAll = (ids: readonly string[], nameOne: (id: string) => string | undefined): string =>
  joinNames(ids.flatMap((id) => nameOne(id) || [])) ?? ''

/** People are named by their addresses, which are unique. */
export function createCellReader(client: ProjectClient, namePerson: (id: string) => string): CellReader {
  const { tags, stages } = client.project.get()
  const tagNames = new Map(tags.map(({ id, name }) => [id, name]))
  const stagePlaces = new Map(stages.map(({ id }, at) => [id, at]))
  const nameNode = (id: string): string | undefined => {
    const node = client.node(id)
    return node === undefined ? undefined : toPlainText(node.title)
  }
  function readText(node: NodeRecord, { id, definition }: TableColumn): string {
    if (definition !== null) return readOwnText(node, definition, namePerson)
    switch (id as BuiltInId) {
      case 'title':
        return toPlainText(node.title)
      case 'status':
        return fieldTexts.statuses[node.status]
      case 'stage':
        return stages.find((stage) => stage.id === node.stageId)?.name ?? ''
      case 'assignees':
        return nameAll(node.assigneeIds, namePerson)
      case 'startDate':
        return node.startDate ?? ''
      case 'dueDate':
        return node.dueDate ?? ''
      case 'estimate':
        return node.estimate === null ? '' : String(node.estimate)
      case 'priority':
        return node.priority === 'none' ? '' : fieldTexts.priorities[node.priority]
      case 'tags':
        return nameAll(node.tagIds, (tagId) => tagNames.get(tagId))
      case 'blockedBy':
        return nameAll(node.blockedByIds, nameNode)
      case 'path':
        return getPath(client, node)
    }
  }
  function readSortKey(node: NodeRecord, column: TableColumn): string | number | null {
    switch (column.id) {
      case 'status':
        return nodeStatuses.indexOf(node.status)
      case 'stage':
        return stagePlaces.get(node.stageId ?? '') ?? null
      case 'priority':
        return node.priority === 'none' ? null : nodePriorities.indexOf(node.priority)
      case 'estimate':
        return node.estimate
    }
    const value = column.isNumber ? node.fields[column.id] : undefined
    return typeof value === 'number' ? value : readText(node, column) || null
  }
  return { readText, readSortKey, namePerson }
}

function readOwnText(
  { fields }: NodeRecord,
  { id, type }: FieldDefinition,
  namePerson: (id: string) => string,
): string {
  const value = fields[id]
  if (value === undefined || value === null) return ''
  if (type === 'checkbox') return value === true ? fieldTexts.yes : ''
  return type === 'person' ? namePerson(String(value)) : String(value)
}
