import { type ProjectHead, type ProjectTextColumns, readProjectTexts } from '../../database/projects.ts'
import type { SqlClient } from '../../database/read-nodes.ts'
import type { RequestBudget } from '../../transport/budget/request-budget.ts'
import type { SelectedFields } from '../../transport/graphql/selection.ts'

const textFields = ['body', 'json'] as const satisfies readonly (keyof ProjectTextColumns)[]
/** So much is read by one statement. */
const bytesPerRead = 4_000_000

export interface ProjectTextsRequest {
  readonly fields: SelectedFields
  readonly budget: RequestBudget
}

/**
 * The long texts of projects, where they are asked for. Their size is known and booked before any of them is read; an
 * alias of a text counts as often as it stands in the answer.
 */
export async function readRequestedTexts(
  db: SqlClient,
  projects: readonly ProjectHead[],
  { fields, budget }: ProjectTextsRequest,
): Promise<ReadonlyMap<string, Partial<ProjectTextColumns>>> {
  const columns = textFields.filter((field) => fields.has(field))
  const found = new Map<string, Partial<ProjectTextColumns>>()
  if (columns.length === 0) return found
  const times = Math.max(...columns.map((column) => fields.get(column) ?? 1))
  const bytes = projects.reduce((sum, project) => sum + project.text_bytes, 0)
  // Each text is in memory as the database sent it and in the answer.
  await budget.reserve({ rows: 0, bytes: bytes * (times + 1) })
  for (const part of splitBySize(projects)) {
    for (const [id, texts] of await readProjectTexts(db, part, columns)) found.set(id, texts)
  }
  return found
}

/** The ids of projects, in parts that are small enough to be read at once. */
function splitBySize(projects: readonly ProjectHead[]): readonly (readonly string[])[] {
  const parts: string[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const { id, text_bytes: own } of projects) {
    if (bytes + own > bytesPerRead) {
      parts.push([])
      bytes = 0
    }
    parts.at(-1)?.push(id)
    bytes += own
  }
  return parts
}
