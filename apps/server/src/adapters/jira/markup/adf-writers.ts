import { escapeHtml } from '@espalier/domain'
import { type AdfMark, type AdfNode, isAdfList } from './adf.ts'

const maxDepth = 60

const toHtmlTag = ({ type, attrs }: AdfMark): string | null => {
  if (type === 'subsup') return attrs?.['type'] === 'sub' ? 'sub' : 'sup'
  return { strong: 'strong', em: 'em', underline: 'u', strike: 's', code: 'code' }[type] ?? null
}

function applyHtmlMarks(text: string, marks: readonly AdfMark[]): string {
  return marks.reduceRight((inner, mark) => {
    const href = mark.type === 'link' ? mark.attrs?.['href'] : undefined
    if (typeof href === 'string') return `<a href="${escapeHtml(href)}">${inner}</a>`
    const tag = toHtmlTag(mark)
    return tag === null ? inner : `<${tag}>${inner}</${tag}>`
  }, escapeHtml(text))
}

const readTextAttribute = ({ attrs }: AdfNode, ...names: readonly string[]): string => {
  for (const name of names) {
    const value = attrs?.[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return ''
}

const writeHtmlLink = (url: string): string => (url === '' ? '' : `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`)

function writeDate(node: AdfNode): string {
  const at = new Date(Number(node.attrs?.['timestamp']))
  return Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, 10)
}

type HtmlWriter = (node: AdfNode, depth: number) => string

const writeChildren = ({ content }: AdfNode, depth: number): string =>
  depth > maxDepth || !Array.isArray(content)
    ? ''
    : content.map((child: AdfNode) => writeHtmlNode(child, depth + 1)).join('')

const writeInsideTag =
  (tag: string): HtmlWriter =>
  (node, depth) =>
    `<${tag}>${writeChildren(node, depth)}</${tag}>`

/** A single line needs no paragraph inside an item or a quotation. */
const writeLooselyInsideTag =
  (tag: string): HtmlWriter =>
  (node, depth) => {
    const [first, ...rest] = node.content ?? []
    const isLone = first?.type === 'paragraph' && (tag === 'li' || first.content !== undefined) && rest.every(isAdfList)
    if (!isLone) return writeInsideTag(tag)(node, depth)
    const lists = rest.map((list) => writeHtmlNode(list, depth + 1)).join('')
    return `<${tag}>${writeChildren(first, depth + 1)}${lists}</${tag}>`
  }

const writeCell: HtmlWriter = (node, depth) =>
  (depth > maxDepth ? [] : (node.content ?? []))
    .map((block) =>
      /paragraph|heading/.test(block.type) ? writeChildren(block, depth) : writeHtmlNode(block, depth + 1),
    )
    .join(' ')

const htmlWriters: Readonly<Record<string, HtmlWriter>> = {
  text: ({ text, marks }) => applyHtmlMarks(String(text ?? ''), Array.isArray(marks) ? marks : []),
  hardBreak: () => '<br>',
  paragraph: (node, depth) => `<p>${writeChildren(node, depth) || '<br>'}</p>`,
  heading: (node, depth) => writeInsideTag(node.attrs?.['level'] === 1 ? 'h1' : 'h2')(node, depth),
  bulletList: writeInsideTag('ul'),
  orderedList: writeInsideTag('ol'),
  taskList: writeInsideTag('ul'),
  decisionList: writeInsideTag('ul'),
  listItem: writeLooselyInsideTag('li'),
  taskItem: writeInsideTag('li'),
  decisionItem: writeInsideTag('li'),
  blockquote: writeLooselyInsideTag('blockquote'),
  panel: writeLooselyInsideTag('blockquote'),
  expand: (node, depth) => {
    const title = readTextAttribute(node, 'title')
    return `<blockquote>${title === '' ? '' : `<p><strong>${escapeHtml(title)}</strong></p>`}${writeChildren(node, depth)}</blockquote>`
  },
  codeBlock: (node) => `<pre>${escapeHtml((node.content ?? []).map(({ text }) => text ?? '').join(''))}</pre>`,
  rule: () => '<hr>',
  tableRow: (node, depth) =>
    `<p>${(node.content ?? []).map((cell) => writeCell(cell, depth + 1)).join(' | ') || '<br>'}</p>`,
  mention: (node) => escapeHtml(`@${readTextAttribute(node, 'text', 'id').replace(/^@/, '')}`),
  emoji: (node) => escapeHtml(readTextAttribute(node, 'text', 'shortName')),
  date: (node) => writeDate(node),
  status: (node) => escapeHtml(readTextAttribute(node, 'text')),
  inlineCard: (node) => writeHtmlLink(readTextAttribute(node, 'url')),
  blockCard: (node) => `<p>${writeHtmlLink(readTextAttribute(node, 'url'))}</p>`,
  embedCard: (node) => `<p>${writeHtmlLink(readTextAttribute(node, 'url'))}</p>`,
  mediaSingle: () => '<p>[attachment]</p>',
  mediaGroup: () => '<p>[attachment]</p>',
  mediaInline: () => '[attachment]',
}
const nestedExpandWriter = htmlWriters['expand']

function writeHtmlNode(node: AdfNode, depth: number): string {
  if (typeof node !== 'object' || node === null) return ''
  const write =
    node.type === 'nestedExpand'
      ? nestedExpandWriter
      : Object.hasOwn(htmlWriters, node.type)
        ? htmlWriters[node.type]
        : undefined
  if (write !== undefined) return write(node, depth)
  // Unknown nodes are reduced to their text.
  return writeChildren(node, depth) || escapeHtml(readTextAttribute(node, 'text'))
}

/** Writes a tracker's document as HTML, which still has to be sanitized like all rich text. */
export const adfToHtml = (document: unknown): string =>
  typeof document === 'object' && document !== null ? writeChildren(document as AdfNode, 0) : ''

const wikiSigns = /[\\{}[\]*_+^~!|]/g
const strikeSigns = /(^|\s)-(?=\S)|(?<=\S)-(?=\s|$)/g

const escapeForWiki = (text: string): string =>
  text.replaceAll(wikiSigns, String.raw`\$&`).replaceAll(strikeSigns, (found) => found.replace('-', String.raw`\-`))

const wikiSignByMark: Readonly<Record<string, string>> = { strong: '*', em: '_', underline: '+', strike: '-' }

/** Wiki marks work only at word boundaries: spaces move outside, and braces make the rest work anywhere. */
function wrapInSign(text: string, sign: string): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? []
  return inner === '' ? text : `${before}{${sign}}${inner}{${sign}}${after}`
}

function writeWikiText({ type, attrs, text = '', marks = [] }: AdfNode): string {
  if (type === 'wikiText') return String(attrs?.['source'] ?? '')
  const has = (type: string): AdfMark | undefined => marks.find((mark) => mark.type === type)
  const subsup = has('subsup')?.attrs?.['type']
  let wiki = has('code') === undefined ? escapeForWiki(text) : `{{${escapeForWiki(text)}}}`
  if (subsup !== undefined) wiki = wrapInSign(wiki, subsup === 'sub' ? '~' : '^')
  for (const type of ['strike', 'underline', 'em', 'strong']) {
    if (has(type) !== undefined) wiki = wrapInSign(wiki, wikiSignByMark[type] ?? '')
  }
  const href = has('link')?.attrs?.['href']
  return typeof href === 'string' ? `[${wiki}|${href.replaceAll(/[|\]\s]/g, encodeURIComponent)}]` : wiki
}

const startOfLine = /^(?=(?:h[1-6]\.|bq\.|#|\|)\s?)/

const writeWikiBreak = ({ attrs }: AdfNode): string => (attrs?.['source'] === '\n' ? '\n' : '\\\\\n')

const writeWikiLine = ({ content = [] }: AdfNode): string => {
  const line = content.map((node) => (node.type === 'hardBreak' ? writeWikiBreak(node) : writeWikiText(node))).join('')
  return content[0]?.type === 'wikiText' ? line : line.replace(startOfLine, '\u200b')
}

const readCodeText = ({ content = [] }: AdfNode): string => content.map(({ text = '' }) => text).join('')

function writeWikiList(list: AdfNode, prefix: string): string[] {
  const sign = `${prefix}${list.type === 'orderedList' ? '#' : '*'}`
  return (list.content ?? []).flatMap(({ content = [] }) => {
    const inner = content.flatMap((block) => (isAdfList(block) ? writeWikiList(block, sign) : []))
    const own = content.flatMap((block) => {
      if (isAdfList(block)) return []
      return [
        block.type === 'codeBlock'
          ? escapeForWiki(readCodeText(block)).replaceAll('\n', '\\\\\n')
          : writeWikiLine(block),
      ]
    })
    return [`${sign} ${own.join('\\\\\n')}`, ...inner]
  })
}

function writeWikiBlock(block: AdfNode): string {
  switch (block.type) {
    case 'heading':
      return `h${String(block.attrs?.['level'] ?? 1)}. ${writeWikiLine(block).replaceAll('\\\\\n', ' ')}`
    case 'bulletList':
    case 'orderedList':
      return writeWikiList(block, '').join('\n')
    case 'blockquote':
      return `{quote}\n${(block.content ?? []).map(writeWikiBlock).join('\n\n')}\n{quote}`
    case 'codeBlock':
      if (typeof block.attrs?.['fence'] === 'string' && !readCodeText(block).includes('{code}')) {
        return `${block.attrs['fence']}\n${readCodeText(block)}\n{code}`
      }
      return `{noformat}\n${readCodeText(block).replaceAll('{noformat}', '{ noformat}')}\n{noformat}`
    case 'rule':
      return '----'
    default:
      return writeWikiLine(block)
  }
}

/** Writes wiki text, the description format of Data Center. */
export const adfToWiki = ({ content = [] }: AdfNode): string => content.map(writeWikiBlock).join('\n\n')
