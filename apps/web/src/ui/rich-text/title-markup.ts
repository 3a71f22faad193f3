import { escapeHtml, plainTextOf } from '@espalier/domain'

/** Nothing but the marks of a title: whatever passes can be drawn as it is. */
const onlyMarks =
  /^(?:[^<>&]|&(?:amp|lt|gt|quot|nbsp|#39);|<\/?(?:p|strong|b|em|i|u|s|sub|sup)>|<br>|<(?:strong|b|em|i|u|s|sub|sup|span) class="ql-size-(?:small|medium|large|huge)">|<\/span>)*$/u

/** A title as it is drawn: with its marks, or, where it holds anything else, as words. */
export const drawnTitle = (html: string): string => (onlyMarks.test(html) ? html : escapeHtml(plainTextOf(html)))

const kept = new Set(['P', 'STRONG', 'B', 'EM', 'I', 'U', 'S', 'SUB', 'SUP'])
const sizes = /^ql-size-(?:small|medium|large|huge)$/u

/** What an editor holds, written with the marks of a title alone: of all else only the words stay. */
export function titleMarkupOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return escapeHtml((node.nodeValue ?? '').replaceAll('\ufeff', ''))
  if (node.nodeName === 'BR') return '<br>'
  const inner = Array.from(node.childNodes, titleMarkupOf).join('')
  if (node.nodeName === 'DIV') return `<p>${inner}</p>`
  const size = node instanceof Element ? [...node.classList].find((name) => sizes.test(name)) : undefined
  const attributes = size === undefined || node.nodeName === 'P' ? '' : ` class="${size}"`
  if (kept.has(node.nodeName)) return wrapped(node.nodeName.toLowerCase(), attributes, inner)
  return size !== undefined && node.nodeName === 'SPAN' ? wrapped('span', attributes, inner) : inner
}

const wrapped = (tag: string, attributes: string, inner: string): string =>
  inner === '' && tag !== 'p' ? '' : `<${tag}${attributes}>${inner}</${tag}>`
