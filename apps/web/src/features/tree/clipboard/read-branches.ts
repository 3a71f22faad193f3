import { accept, type Branch, isHexColor, isNodeStatus, limits, refuse, normalizeBody } from '@espalier/domain'
import { sanitizeRichText } from '../../../ui/rich-text/sanitise-rich-text.ts'
import { type PasteResult, pasteErrors } from './paste-texts.ts'

type UnknownFields = Readonly<Record<string, unknown>>

/** The branches of a clipboard that says it is ours. Anybody can write one, so all of it is checked. */
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
  fault: (typeof pasteErrors)[keyof typeof pasteErrors] | null
}

function parseBranchList(value: unknown, reading: ParseState, depth: number): readonly Branch[] {
  if (!Array.isArray(value)) reading.fault ??= pasteErrors.unreadable
  else if (depth > limits.chainNodes && value.length > 0) reading.fault ??= pasteErrors.tooMuch
  else reading.nodes += value.length
  if (reading.nodes > limits.paste.nodes) reading.fault ??= pasteErrors.tooMuch
  if (reading.fault !== null || !Array.isArray(value)) return []
  return value.flatMap((one: unknown) => parseBranch(one, reading, depth))
}

function parseBranch(value: unknown, reading: ParseState, depth: number): readonly Branch[] {
  if (reading.fault !== null) return []
  if (typeof value !== 'object' || value === null || !('title' in value)) {
    reading.fault = pasteErrors.unreadable
    return []
  }
  const { title, body = '', status, backgroundColor, hideChildren, children = [] }: UnknownFields = { ...value }
  if (typeof title !== 'string' || typeof body !== 'string') {
    reading.fault = pasteErrors.unreadable
    return []
  }
  if (title.length > limits.paste.titleCharacters || body.length > limits.paste.bodyCharacters) {
    reading.fault = pasteErrors.tooLong
    return []
  }
  const safeBody = normalizeBody(sanitizeRichText(body))
  const branch: Branch = {
    title: sanitizeRichText(title),
    ...(safeBody !== '' && { body: safeBody }),
    ...(isNodeStatus(status) && { status }),
    ...(typeof backgroundColor === 'string' && isHexColor(backgroundColor) && { backgroundColor }),
    ...(hideChildren === true && { hideChildren }),
    children: parseBranchList(children, reading, depth + 1),
  }
  return [branch]
}
