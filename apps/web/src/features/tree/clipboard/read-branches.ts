import { accept, type Branch, isColour, isNodeStatus, limits, refuse, storedBody } from '@espalier/domain'
import { sanitiseRichText } from '../../../ui/rich-text/sanitise-rich-text.ts'
import { type Pasted, pasteTexts } from './paste-texts.ts'

type Fields = Readonly<Record<string, unknown>>

/** The branches of a clipboard that says it is ours. Anybody can write one, so all of it is checked. */
export function readBranches(json: string): Pasted {
  const reading: Reading = { nodes: 0, fault: null }
  const branches = listFrom(parsed(json), reading, 1)
  return reading.fault === null ? accept(branches) : refuse(reading.fault)
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

interface Reading {
  nodes: number
  fault: (typeof pasteTexts)[keyof typeof pasteTexts] | null
}

function listFrom(value: unknown, reading: Reading, depth: number): readonly Branch[] {
  if (!Array.isArray(value)) reading.fault ??= pasteTexts.unreadable
  else if (depth > limits.chainNodes && value.length > 0) reading.fault ??= pasteTexts.tooMuch
  else reading.nodes += value.length
  if (reading.nodes > limits.paste.nodes) reading.fault ??= pasteTexts.tooMuch
  if (reading.fault !== null || !Array.isArray(value)) return []
  return value.flatMap((one: unknown) => branchFrom(one, reading, depth))
}

function branchFrom(value: unknown, reading: Reading, depth: number): readonly Branch[] {
  if (reading.fault !== null) return []
  if (typeof value !== 'object' || value === null || !('title' in value)) {
    reading.fault = pasteTexts.unreadable
    return []
  }
  const { title, body = '', status, backgroundColor, hideChildren, children = [] }: Fields = { ...value }
  if (typeof title !== 'string' || typeof body !== 'string') {
    reading.fault = pasteTexts.unreadable
    return []
  }
  if (title.length > limits.paste.titleCharacters || body.length > limits.paste.bodyCharacters) {
    reading.fault = pasteTexts.tooLong
    return []
  }
  const safeBody = storedBody(sanitiseRichText(body))
  const branch: Branch = {
    title: sanitiseRichText(title),
    ...(safeBody !== '' && { body: safeBody }),
    ...(isNodeStatus(status) && { status }),
    ...(typeof backgroundColor === 'string' && isColour(backgroundColor) && { backgroundColor }),
    ...(hideChildren === true && { hideChildren }),
    children: listFrom(children, reading, depth + 1),
  }
  return [branch]
}
