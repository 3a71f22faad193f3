import { escapeHtml, toPlainText } from '@espalier/domain'

/** Nothing but the marks of a title: whatever passes can be drawn as it is. */
const safeTitlePattern =
  /^(?:[^<>&]|&(?:amp|lt|gt|quot|nbsp|#39);|<\/?(?:p|strong|b|em|i|u|s|sub|sup)>|<br>|<(?:strong|b|em|i|u|s|sub|sup|span) class="ql-size-(?:small|medium|large|huge)">|<\/span>)*$/u

/** A title as it is drawn: with its marks, or, where it holds anything else, as words. */
export const toSafeTitleHtml = (html: string): string => (safeTitlePattern.test(html) ? html : escapeHtml(toPlainText(html)))

const keptTags = new Set(['P', 'STRONG', 'B', 'EM', 'I', 'U', 'S', 'SUB', 'SUP'])
const sizeClassPattern = /^ql-size-(?:small|medium|large|huge)$/u

/** What an editor holds, written with the marks of a title alone: of all else only the words stay. */
export function serializeTitle(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return escapeHtml((node.nodeValue ?? '').replaceAll('\ufeff', ''))
  if (node.nodeName === 'BR') return '<br>'
  const inner = Array.from(node.childNodes, serializeTitle).join('')
  if (node.nodeName === 'DIV') return `<p>${inner}</p>`
  const size = node instanceof Element ? [...node.classList].find((name) => sizeClassPattern.test(name)) : undefined
  const attributes = size === undefined || node.nodeName === 'P' ? '' : ` class="${size}"`
  if (keptTags.has(node.nodeName)) return wrapInTag(node.nodeName.toLowerCase(), attributes, inner)
  return size !== undefined && node.nodeName === 'SPAN' ? wrapInTag('span', attributes, inner) : inner
}

const wrapInTag = (tag: string, attributes: string, inner: string): string =>
  inner === '' && tag !== 'p' ? '' : `<${tag}${attributes}>${inner}</${tag}>`
