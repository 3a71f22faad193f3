import { escapeHtml } from '@espalier/domain'
import { escapeXmlAttribute, escapeXmlText as xmlText } from '../xml/write-xml.ts'
import { type HtmlNode, parseHtml } from './parse-html.ts'

const escapeHtmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;')

export const serializeHtml = (nodes: readonly HtmlNode[]): string =>
  serializeNodes(nodes, { text: escapeHtmlText, attribute: escapeHtml, lineBreak: '<br>' })

/** The same as a part of an XML document: every element closed, no named reference that XML does not know. */
export const serializeXhtml = (nodes: readonly HtmlNode[]): string =>
  serializeNodes(nodes, { text: xmlText, attribute: escapeXmlAttribute, lineBreak: '<br/>' })

interface SerializeOptions {
  readonly text: (text: string) => string
  readonly attribute: (text: string) => string
  readonly lineBreak: string
}

const serializeNodes = (nodes: readonly HtmlNode[], manner: SerializeOptions): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return manner.text(node)
      if (node.tag === 'br') return manner.lineBreak
      const said = Array.from(node.attributes, ([name, value]) => ` ${name}="${manner.attribute(value)}"`).join('')
      return `<${node.tag}${said}>${serializeNodes(node.children, manner)}</${node.tag}>`
    })
    .join('')

/** The same for whoever reads it, however its signs are written. */
export const isSameHtml = (left: string, right: string): boolean =>
  left === right || serializeHtml(parseHtml(left).nodes) === serializeHtml(parseHtml(right).nodes)
