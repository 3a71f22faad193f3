import { storedBody } from '@espalier/domain'
import { sanitiseRichText } from './sanitise-rich-text.ts'

/** What an editor holds, as it is stored. */
export function bodyOf(editor: Node): string {
  const copy = document.createElement('div')
  copy.append(...editor.cloneNode(true).childNodes)
  // The marks of list items are drawn by elements that are not part of the text.
  for (const mark of copy.querySelectorAll('.ql-ui')) mark.remove()
  for (const block of copy.querySelectorAll('.ql-code-block-container')) block.replaceWith(preOf(block))
  // Where a format waits for its first letter, the editor keeps the caret by a sign that nobody typed.
  return storedBody(sanitiseRichText(copy.innerHTML.replaceAll('\ufeff', '')))
}

function preOf(block: Element): Element {
  const pre = document.createElement('pre')
  const lines = [...block.querySelectorAll('.ql-code-block')].map((line) => line.textContent)
  // A parser drops a line break right after <pre>, so a text that begins with one would change each time it is read.
  pre.textContent = lines.join('\n').replace(/^\n+/, '')
  return pre
}
