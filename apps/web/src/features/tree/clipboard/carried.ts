import { type Branch, escapeHtml, plainTextOf } from '@espalier/domain'
import { outlineOf } from '@espalier/interchange'

/** What the clipboard carries. Other programs take the list; ours finds everything in its mark. */
export interface Carried {
  readonly text: string
  readonly html: string
}

export const markName = 'data-espalier-branches'

export function carriedOf(branches: readonly Branch[]): Carried {
  const mark = `${markName}="${escapeHtml(JSON.stringify(branches))}"`
  return { text: outlineOf(branches), html: `<div ${mark}>${listOf(branches)}</div>` }
}

const listOf = (branches: readonly Branch[]): string =>
  branches.length === 0
    ? ''
    : `<ul>${branches.map(({ title, children }) => `<li>${escapeHtml(plainTextOf(title))}${listOf(children)}</li>`).join('')}</ul>`
