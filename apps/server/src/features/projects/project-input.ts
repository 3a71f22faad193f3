import { checkJson, checkTitle, cleanLine, isLayout, type Layout, projectFormTexts, storedBody } from '@espalier/domain'
import { isEspalierValue, readEspalierValue, type InterchangeProject } from '@espalier/interchange'

import { importedTexts, prepareImportedTexts, sanitizeInput, sanitizeJson } from '../../rich-text/sanitize-input.ts'
import { ApiError } from '../../transport/api-error.ts'
import { checkStrictJson } from '../../transport/strict-json.ts'

/** Longer texts are refused: a list of projects carries them all. */
export const textLimits = { projectTitle: 1_000, nodeTitle: 20_000, body: 1_000_000 } as const

export const badInput = (message: string, field: string): ApiError => new ApiError('BAD_USER_INPUT', message, { field })

export function withinLength(text: string, most: number, field: string): string {
  if (text.length > most) throw badInput(`At most ${most} characters`, field)
  return text
}

/** The title of a project is plain text: signs stay as they were typed, and whoever shows it escapes it. */
export function readTitle(given: string): string {
  const title = checkTitle(cleanLine(withinLength(given, textLimits.projectTitle, 'title')))
  if (!title.ok) throw badInput(projectFormTexts[title.reason], 'title')
  return title.value
}

/** Escaping makes a text longer, so its length is checked before and after. */
export async function readBody(given: string, field = 'body'): Promise<string> {
  const body = await sanitizeInput(withinLength(given, textLimits.body, field), field)
  return storedBody(withinLength(body, textLimits.body, field))
}

export function readLayout(given: string): Layout {
  if (!isLayout(given)) throw badInput('The layout must be tree-left, tree-right, tree-down or tree-up', 'layout')
  return given
}

/** A value, or a text that holds one. */
export const readJson = (given: unknown): Promise<unknown> => sanitizeJson(jsonIn(given), 'json')

function jsonIn(given: unknown): unknown {
  if (typeof given !== 'string') return given
  const json = checkJson(given)
  if (!json.ok) throw badInput(projectFormTexts[json.reason], 'json')
  checkStrictJson(json.value)
  return json.value
}

/** The project that the JSON says it is, in our own format; null: it is something else, and stays that. */
export async function readProjectJson(given: unknown): Promise<InterchangeProject | null> {
  const value = jsonIn(given)
  if (!isEspalierValue(value)) return null
  const { project, nodes } = value
  const clean = await prepareImportedTexts(importedTexts([project, ...(Array.isArray(nodes) ? nodes : [])]), 'json')
  const read = readEspalierValue(value, { clean })
  if (!read.ok) throw badInput(read.reason.text, 'json')
  return read.value
}

/** As the column takes it: nothing is no JSON null. */
export const jsonColumn = (value: unknown): string | null => (value == null ? null : JSON.stringify(value))
