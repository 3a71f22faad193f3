import {
  checkJson,
  checkProjectTitle,
  cleanLine,
  isLayout,
  type Layout,
  projectFormTexts,
  normalizeBody,
} from '@espalier/domain'
import { isEspalierValue, readEspalierValue, type InterchangeProject } from '@espalier/interchange'

import { importedTexts, prepareImportedTexts, sanitizeInput, sanitizeJson } from '../../security/sanitize-input.ts'
import { ApiError } from '../../api/errors.ts'
import { checkStrictJson } from '../../api/parse-request.ts'
import { projectErrorTexts } from '../../texts/projects.ts'

/** Longer texts are refused, because a list of projects contains them all. */
export const textLimits = { projectTitle: 1_000, nodeTitle: 20_000, body: 1_000_000 } as const

export const badInputError = (message: string, field: string): ApiError =>
  new ApiError('BAD_USER_INPUT', message, { field })

export function requireMaxLength(text: string, most: number, field: string): string {
  if (text.length > most) throw badInputError(projectErrorTexts.tooLong(most), field)
  return text
}

/** A project's title is plain text: characters stay as typed, and every view escapes it. */
export function readProjectTitle(given: string): string {
  const title = checkProjectTitle(cleanLine(requireMaxLength(given, textLimits.projectTitle, 'title')))
  if (!title.ok) throw badInputError(projectFormTexts[title.reason], 'title')
  return title.value
}

/** Escaping makes a text longer, so its length is checked before and after. */
export async function sanitizeBody(given: string, field = 'body'): Promise<string> {
  const body = await sanitizeInput(requireMaxLength(given, textLimits.body, field), field)
  return normalizeBody(requireMaxLength(body, textLimits.body, field))
}

export function readLayout(given: string): Layout {
  if (!isLayout(given)) throw badInputError(projectErrorTexts.badLayout, 'layout')
  return given
}

/** Accepts a value or JSON text. */
export const sanitizeProjectJson = (given: unknown): Promise<unknown> => sanitizeJson(parseJsonText(given), 'json')

function parseJsonText(given: unknown): unknown {
  if (typeof given !== 'string') return given
  const json = checkJson(given)
  if (!json.ok) throw badInputError(projectFormTexts[json.reason], 'json')
  checkStrictJson(json.value)
  return json.value
}

/** Reads the JSON as a project in our own format; null if it is something else, which is then kept as it is. */
export async function readEspalierProject(given: unknown): Promise<InterchangeProject | null> {
  const value = parseJsonText(given)
  if (!isEspalierValue(value)) return null
  const { project, nodes } = value
  const clean = await prepareImportedTexts(importedTexts([project, ...(Array.isArray(nodes) ? nodes : [])]), 'json')
  const read = readEspalierValue(value, { clean })
  if (!read.ok) throw badInputError(read.reason.text, 'json')
  return read.value
}

/** Stores null as SQL null rather than JSON null. */
export const toJsonColumn = (value: unknown): string | null => (value == null ? null : JSON.stringify(value))
