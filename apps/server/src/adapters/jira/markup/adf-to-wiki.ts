import { isList, type AdfMark, type AdfNode } from './adf.ts'

const signs = /[\\{}[\]*_+^~!|]/g
const strikes = /(^|\s)-(?=\S)|(?<=\S)-(?=\s|$)/g

const escaped = (text: string): string =>
  text.replaceAll(signs, String.raw`\$&`).replaceAll(strikes, (found) => found.replace('-', String.raw`\-`))

const around: Readonly<Record<string, string>> = { strong: '*', em: '_', underline: '+', strike: '-' }

/** Marks hold only at the edges of words: blanks go outside, and braces make the rest hold anywhere. */
function wrapped(text: string, sign: string): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? []
  return inner === '' ? text : `${before}{${sign}}${inner}{${sign}}${after}`
}

function marked({ type, attrs, text = '', marks = [] }: AdfNode): string {
  if (type === 'wikiText') return String(attrs?.['source'] ?? '')
  const has = (type: string): AdfMark | undefined => marks.find((mark) => mark.type === type)
  const subsup = has('subsup')?.attrs?.['type']
  let wiki = has('code') === undefined ? escaped(text) : `{{${escaped(text)}}}`
  if (subsup !== undefined) wiki = wrapped(wiki, subsup === 'sub' ? '~' : '^')
  for (const type of ['strike', 'underline', 'em', 'strong']) {
    if (has(type) !== undefined) wiki = wrapped(wiki, around[type] ?? '')
  }
  const href = has('link')?.attrs?.['href']
  return typeof href === 'string' ? `[${wiki}|${href.replaceAll(/[|\]\s]/g, encodeURIComponent)}]` : wiki
}

const startOfLine = /^(?=(?:h[1-6]\.|bq\.|#|\|)\s?)/

const breakOf = ({ attrs }: AdfNode): string => (attrs?.['source'] === '\n' ? '\n' : '\\\\\n')

const lineOf = ({ content = [] }: AdfNode): string => {
  const line = content.map((node) => (node.type === 'hardBreak' ? breakOf(node) : marked(node))).join('')
  return content[0]?.type === 'wikiText' ? line : line.replace(startOfLine, '\u200b')
}

const codeText = ({ content = [] }: AdfNode): string => content.map(({ text = '' }) => text).join('')

function listLines(list: AdfNode, prefix: string): string[] {
  const sign = `${prefix}${list.type === 'orderedList' ? '#' : '*'}`
  return (list.content ?? []).flatMap(({ content = [] }) => {
    const inner = content.flatMap((block) => (isList(block) ? listLines(block, sign) : []))
    const own = content.flatMap((block) => {
      if (isList(block)) return []
      return [block.type === 'codeBlock' ? escaped(codeText(block)).replaceAll('\n', '\\\\\n') : lineOf(block)]
    })
    return [`${sign} ${own.join('\\\\\n')}`, ...inner]
  })
}

function blockText(block: AdfNode): string {
  switch (block.type) {
    case 'heading':
      return `h${String(block.attrs?.['level'] ?? 1)}. ${lineOf(block).replaceAll('\\\\\n', ' ')}`
    case 'bulletList':
    case 'orderedList':
      return listLines(block, '').join('\n')
    case 'blockquote':
      return `{quote}\n${(block.content ?? []).map(blockText).join('\n\n')}\n{quote}`
    case 'codeBlock':
      if (typeof block.attrs?.['fence'] === 'string' && !codeText(block).includes('{code}')) {
        return `${block.attrs['fence']}\n${codeText(block)}\n{code}`
      }
      return `{noformat}\n${codeText(block).replaceAll('{noformat}', '{ noformat}')}\n{noformat}`
    case 'rule':
      return '----'
    default:
      return lineOf(block)
  }
}

/** Wiki text, as Data Center keeps descriptions. */
export const adfToWiki = ({ content = [] }: AdfNode): string => content.map(blockText).join('\n\n')
