import { nodeFields } from '@espalier/domain'
import { htmlToLines } from '../markup/html-text.ts'
import { buildParentIndex, type InterchangeProject } from '../model/project.ts'
import { createPlanningWriter, joinNames } from '../planning/planning-words.ts'
import { formatCsvRows } from './csv-cells.ts'
import { toOwnHeading } from './table-columns.ts'

const columns = nodeFields.inFiles.flatMap((field) => {
  const heading = field.file?.csvHeading
  return heading === undefined ? [] : [{ ...field, heading }]
})

function formatValue(value: unknown, isRichText: boolean | undefined): string {
  if (value === undefined || value === null) return ''
  if (isRichText) return htmlToLines(String(value))
  if (Array.isArray(value)) return value.join(' ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Writes one row per node in reading order, own fields in the last columns. */
export function writeCsv(project: InterchangeProject): string {
  const family = buildParentIndex(project)
  const writePlanning = createPlanningWriter(project)
  const { fieldDefinitions = [] } = project
  const [idColumn, ...rest] = columns.map(({ heading }) => heading)
  const ownColumns = fieldDefinitions.map(({ name }) => toOwnHeading(name))
  const rows: (readonly string[])[] = [[idColumn ?? '', 'Level', ...rest, ...ownColumns]]
  for (const { node, depth } of family.walk()) {
    const { tags, assignees, stage, fields } = writePlanning(node)
    const words = { tagIds: joinNames(tags), assigneeIds: joinNames(assignees), stageId: stage }
    const values: Readonly<Record<string, unknown>> = { ...node, ...words }
    const [id, ...cells] = columns.map(({ name, isRichText }) => formatValue(values[name], isRichText))
    const own = new Map(fields)
    rows.push([id ?? '', String(depth + 1), ...cells, ...fieldDefinitions.map(({ name }) => own.get(name) ?? '')])
  }
  return formatCsvRows(rows)
}
