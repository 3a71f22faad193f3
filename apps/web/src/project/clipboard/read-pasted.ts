import {
  accept,
  type Branch,
  exchangeLimits,
  limits,
  mapReferences,
  matchDefinitions,
  nodeFields,
  noDefinitions,
  normalizeBody,
  type ReferencedLists,
  refuse,
  type Result,
  sameValue,
} from '@espalier/domain'
import { isSpreadsheetRange, parseOutline, readDefinitions } from '@espalier/interchange'
import type { ProjectDetails } from '@espalier/sync'
import { pastingTexts } from '../../texts/pasting.ts'
import { tableImportTexts } from '../../texts/table-import.ts'
import { sanitizeRichText } from '../../ui/rich-text/stored-html.ts'
import { branchesAttribute, type ClipboardPayload, countBranchNodes, listsAttribute } from './clipboard-payload.ts'

type PasteFault = 'tooMuch' | 'tooLong' | 'unreadable'

type PasteResult = Result<readonly Branch[], PasteFault>

export const describePasteFault = (fault: PasteFault): string =>
  fault === 'tooMuch' ? pastingTexts.tooMuch(exchangeLimits.paste.nodes) : pastingTexts[fault]

/** Reads our own branches from their attribute, else the text as an outline. Foreign HTML is ignored. */
export function readPastedBranches({ text, html }: ClipboardPayload, target?: PasteTarget): PasteResult {
  if (html.length + text.length > exchangeLimits.paste.characters) return refuse('tooLong')
  const marked = html.includes(branchesAttribute) ? findAttributes(html) : null
  if (marked !== null) {
    const read = parseBranchesJson(marked.branches)
    return read.ok && target !== undefined ? accept(fitBranches(read.value, marked.lists, target)) : read
  }
  const branches = parseOutline(text)
  if (countBranchNodes(branches) > exchangeLimits.paste.nodes) return refuse('tooMuch')
  return hasLongTitle(branches) ? refuse('tooLong') : accept(branches)
}

/** Returns a range that was copied from a spreadsheet as a file, whose columns the person assigns. Null: it is none. */
export function readPastedTable({ text, html }: ClipboardPayload): File | null {
  if (html.includes(branchesAttribute) || text.length > exchangeLimits.paste.characters || !isSpreadsheetRange(text))
    return null
  return new File([text], `${tableImportTexts.pastedTable}.tsv`, { type: 'text/tab-separated-values' })
}

const hasLongTitle = (branches: readonly Branch[]): boolean =>
  branches.some(({ title, children }) => title.length > exchangeLimits.paste.titleCharacters || hasLongTitle(children))

// A document parsed this way runs no script and loads nothing.
function findAttributes(html: string): { readonly branches: string; readonly lists: string | null } | null {
  const found = new DOMParser().parseFromString(html, 'text/html').querySelector(`[${branchesAttribute}]`)
  const branches = found?.getAttribute(branchesAttribute) ?? null
  return branches === null ? null : { branches, lists: found?.getAttribute(listsAttribute) ?? null }
}

/** The project that branches are pasted into. */
export type PasteTarget = ReferencedLists & Pick<ProjectDetails, 'owner' | 'sharing'>

/** Tags, stages and own fields of another project are found by their names; what this project does not have is dropped. */
function fitBranches(branches: readonly Branch[], lists: string | null, target: PasteTarget): readonly Branch[] {
  const from = lists === null ? null : parseJson(lists)
  const source = typeof from === 'object' && from !== null ? readDefinitions({ ...from }) : {}
  const isMember = (id: string): boolean => id === target.owner || Object.hasOwn(target.sharing.users, id)
  const references = matchDefinitions({ ...noDefinitions, ...source }, target, isMember)
  const fit = ({ children, ...branch }: Branch): Branch => ({
    ...dropEmpty(mapReferences(branch, references)),
    children: children.map(fit),
  })
  return branches.map(fit)
}

/** Lists and own fields of which nothing is left need not be sent. */
const dropEmpty = <Values extends object>(values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value !== 'object' || Object.keys(value as object).length > 0),
  ) as Values

type UnknownFields = Readonly<Record<string, unknown>>

/** Parses branches from a clipboard that claims to be ours. Anybody can write one, so all of it is checked. */
export function parseBranchesJson(json: string): PasteResult {
  const reading: ParseState = { nodes: 0, fault: null }
  const branches = parseBranchList(parseJson(json), reading, 1)
  return reading.fault === null ? accept(branches) : refuse(reading.fault)
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

interface ParseState {
  nodes: number
  fault: PasteFault | null
}

function parseBranchList(value: unknown, reading: ParseState, depth: number): readonly Branch[] {
  if (!Array.isArray(value)) reading.fault ??= 'unreadable'
  else if (depth > limits.chainNodes && value.length > 0) reading.fault ??= 'tooMuch'
  else reading.nodes += value.length
  if (reading.nodes > exchangeLimits.paste.nodes) reading.fault ??= 'tooMuch'
  if (reading.fault !== null || !Array.isArray(value)) return []
  return value.flatMap((one: unknown) => parseBranch(one, reading, depth))
}

function parseBranch(value: unknown, reading: ParseState, depth: number): readonly Branch[] {
  if (reading.fault !== null) return []
  if (typeof value !== 'object' || value === null || !('title' in value)) {
    reading.fault = 'unreadable'
    return []
  }
  const { title, body = '', children = [], ...others }: UnknownFields = { ...value }
  if (typeof title !== 'string' || typeof body !== 'string') {
    reading.fault = 'unreadable'
    return []
  }
  if (title.length > exchangeLimits.paste.titleCharacters || body.length > exchangeLimits.paste.bodyCharacters) {
    reading.fault = 'tooLong'
    return []
  }
  const safeBody = normalizeBody(sanitizeRichText(body))
  const branch: Branch = {
    ...parseCopiedFields(others),
    ...parseCopiedLinks(others),
    title: sanitizeRichText(title),
    ...(safeBody !== '' && { body: safeBody }),
    children: parseBranchList(children, reading, depth + 1),
  }
  return [branch]
}

const blockersField = nodeFields.byName.get('blockedByIds')

/** These ids only connect the branches with each other. */
function parseCopiedLinks({ copiedId, blockedByIds }: UnknownFields): Partial<Branch> {
  const blockers = blockersField?.parse(blockedByIds) as readonly string[] | undefined
  return {
    ...(typeof copiedId === 'string' && { copiedId: copiedId.toLowerCase() }),
    ...(blockers !== undefined && blockers.length > 0 && { blockedByIds: blockers }),
  }
}

/** Leaves out invalid values. A value that equals the default need not be named, unless a node inherits another. */
function parseCopiedFields(values: UnknownFields): Partial<Branch> {
  const parsed: Record<string, unknown> = {}
  for (const field of nodeFields.copied) {
    const { name, parse, parseImported = parse, isInherited } = field
    const value = Object.hasOwn(values, name) && values[name] !== null ? parseImported(values[name]) : undefined
    if (value === undefined || (!isInherited && sameValue(value, field.default))) continue
    parsed[name] = field.isRichText ? normalizeBody(sanitizeRichText(String(value))) : value
  }
  return parsed
}
