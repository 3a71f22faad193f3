import { escapeHtml } from '@espalier/domain'
import { escapeAttribute, escapeText as xmlText } from '../xml/write-xml.ts'
import { type HtmlNode, parseHtml } from './parse-html.ts'

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;')

export const serialise = (nodes: readonly HtmlNode[]): string =>
  written(nodes, { text: escapeText, attribute: escapeHtml, lineBreak: '<br>' })

/** The same as a part of an XML document: every element closed, no named reference that XML does not know. */
export const serialiseXhtml = (nodes: readonly HtmlNode[]): string =>
  written(nodes, { text: xmlText, attribute: escapeAttribute, lineBreak: '<br/>' })

interface Manner {
  readonly text: (text: string) => string
  readonly attribute: (text: string) => string
  readonly lineBreak: string
}

const written = (nodes: readonly HtmlNode[], manner: Manner): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return manner.text(node)
      if (node.tag === 'br') return manner.lineBreak
      const said = Array.from(node.attributes, ([name, value]) => ` ${name}="${manner.attribute(value)}"`).join('')
      return `<${node.tag}${said}>${written(node.children, manner)}</${node.tag}>`
    })
    .join('')

/** The same for whoever reads it, however its signs are written. */
export const isSameHtml = (left: string, right: string): boolean =>
  left === right || serialise(parseHtml(left).nodes) === serialise(parseHtml(right).nodes)
