import { checkJson, checkTitle, isLayout, type Layout, projectFormTexts, storedBody } from '@espalier/domain'
import { isEspalierValue, readEspalierValue, type InterchangeProject } from '@espalier/interchange'

import { sanitiseJson, sanitiseRichText, sanitiseText } from '../../rich-text/sanitise.ts'
import { ApiError } from '../../transport/api-error.ts'
import { checkStrictJson } from '../../transport/strict-json.ts'

/** Longer texts are refused: a list of projects carries them all. */
export const textLimits = { projectTitle: 1_000, nodeTitle: 20_000, body: 1_000_000 } as const

export const badInput = (message: string, field: string): ApiError => new ApiError('BAD_USER_INPUT', message, { field })

export function withinLength(text: string, most: number, field: string): string {
  if (text.length > most) throw badInput(`At most ${most} characters`, field)
  return text
}

export function readTitle(given: string): string {
  const title = checkTitle(sanitiseText(withinLength(given, textLimits.projectTitle, 'title')))
  if (!title.ok) throw badInput(projectFormTexts[title.reason], 'title')
  return title.value
}

export const readBody = (given: string): string =>
  storedBody(sanitiseRichText(withinLength(given, textLimits.body, 'body')))

export function readLayout(given: string): Layout {
  if (!isLayout(given)) throw badInput('The layout must be tree-left, tree-right, tree-down or tree-up', 'layout')
  return given
}

/** A value, or a text that holds one. */
export const readJson = (given: unknown): unknown => sanitiseJson(jsonIn(given))

function jsonIn(given: unknown): unknown {
  if (typeof given !== 'string') return given
  const json = checkJson(given)
  if (!json.ok) throw badInput(projectFormTexts[json.reason], 'json')
  checkStrictJson(json.value)
  return json.value
}

/** The project that the JSON says it is, in our own format; null: it is something else, and stays that. */
export function readProjectJson(given: unknown): InterchangeProject | null {
  const value = jsonIn(given)
  if (!isEspalierValue(value)) return null
  const read = readEspalierValue(value, { sanitise: sanitiseRichText })
  if (!read.ok) throw badInput(read.reason.text, 'json')
  return read.value
}

/** As the column takes it: nothing is no JSON null. */
export const jsonColumn = (value: unknown): string | null => (value == null ? null : JSON.stringify(value))
