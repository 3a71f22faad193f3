import { accept, type Branch, limits, refuse } from '@espalier/domain'
import { branchesOf } from '@espalier/interchange'
import { type Carried, markName } from './carried.ts'
import { countNodes } from './copied-branches.ts'
import { type Pasted, pasteTexts } from './paste-texts.ts'
import { readBranches } from './read-branches.ts'

/** Our own mark with everything that it kept; else the words, as an outline. Of foreign HTML nothing is taken. */
export function pastedFrom({ text, html }: Carried): Pasted {
  if (html.length + text.length > limits.paste.characters) return refuse(pasteTexts.tooLong)
  const marked = html.includes(markName) ? markIn(html) : null
  if (marked !== null) return readBranches(marked)
  const branches = branchesOf(text)
  if (countNodes(branches) > limits.paste.nodes) return refuse(pasteTexts.tooMuch)
  return hasLongTitle(branches) ? refuse(pasteTexts.tooLong) : accept(branches)
}

const hasLongTitle = (branches: readonly Branch[]): boolean =>
  branches.some(({ title, children }) => title.length > limits.paste.titleCharacters || hasLongTitle(children))

// A parsed document runs no script and loads nothing.
const markIn = (html: string): string | null =>
  new DOMParser().parseFromString(html, 'text/html').querySelector(`[${markName}]`)?.getAttribute(markName) ?? null
