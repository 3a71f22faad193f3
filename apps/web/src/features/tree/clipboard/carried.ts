import { type Branch, escapeHtml, toPlainText } from '@espalier/domain'
import { formatOutline } from '@espalier/interchange'

/** What the clipboard carries. Other programs take the list; ours finds everything in its mark. */
export interface ClipboardPayload {
  readonly text: string
  readonly html: string
}

export const branchesAttribute = 'data-espalier-branches'

export function toClipboardPayload(branches: readonly Branch[]): ClipboardPayload {
  const mark = `${branchesAttribute}="${escapeHtml(JSON.stringify(branches))}"`
  return { text: formatOutline(branches), html: `<div ${mark}>${renderHtmlList(branches)}</div>` }
}

const renderHtmlList = (branches: readonly Branch[]): string =>
  branches.length === 0
    ? ''
    : `<ul>${branches.map(({ title, children }) => `<li>${escapeHtml(toPlainText(title))}${renderHtmlList(children)}</li>`).join('')}</ul>`
