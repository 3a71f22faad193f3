import { accept, type Branch, limits, refuse } from '@espalier/domain'
import { parseOutline } from '@espalier/interchange'
import { type ClipboardPayload, branchesAttribute } from './carried.ts'
import { countBranchNodes } from './copied-branches.ts'
import { type PasteResult, pasteErrors } from './paste-texts.ts'
import { parseBranchesJson } from './read-branches.ts'

/** Our own mark with everything that it kept; else the words, as an outline. Of foreign HTML nothing is taken. */
export function readPastedBranches({ text, html }: ClipboardPayload): PasteResult {
  if (html.length + text.length > limits.paste.characters) return refuse(pasteErrors.tooLong)
  const marked = html.includes(branchesAttribute) ? findBranchesAttribute(html) : null
  if (marked !== null) return parseBranchesJson(marked)
  const branches = parseOutline(text)
  if (countBranchNodes(branches) > limits.paste.nodes) return refuse(pasteErrors.tooMuch)
  return hasLongTitle(branches) ? refuse(pasteErrors.tooLong) : accept(branches)
}

const hasLongTitle = (branches: readonly Branch[]): boolean =>
  branches.some(({ title, children }) => title.length > limits.paste.titleCharacters || hasLongTitle(children))

// A parsed document runs no script and loads nothing.
const findBranchesAttribute = (html: string): string | null =>
  new DOMParser().parseFromString(html, 'text/html').querySelector(`[${branchesAttribute}]`)?.getAttribute(branchesAttribute) ?? null
