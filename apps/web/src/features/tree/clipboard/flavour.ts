import { accept, type Branch, escapeHtml, limits, plainTextOf, refuse } from '@espalier/domain'
import { branchesOf, outlineOf } from '@espalier/interchange'
import { countNodes } from './copied-branches.ts'
import { type Pasted, pasteTexts } from './paste-texts.ts'
import { readBranches } from './read-branches.ts'

/** What the clipboard carries. Other programs take the list; ours finds everything in its mark. */
export interface Carried {
  readonly text: string
  readonly html: string
}

const markName = 'data-espalier-branches'

export function carriedOf(branches: readonly Branch[]): Carried {
  const mark = `${markName}="${escapeHtml(JSON.stringify(branches))}"`
  return { text: outlineOf(branches), html: `<div ${mark}>${listOf(branches)}</div>` }
}

const listOf = (branches: readonly Branch[]): string =>
  branches.length === 0
    ? ''
    : `<ul>${branches.map(({ title, children }) => `<li>${escapeHtml(plainTextOf(title))}${listOf(children)}</li>`).join('')}</ul>`

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
