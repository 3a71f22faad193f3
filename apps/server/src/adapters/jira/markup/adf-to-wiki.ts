import { isAdfList, type AdfMark, type AdfNode } from './adf.ts'

const wikiSigns = /[\\{}[\]*_+^~!|]/g
const strikeSigns = /(^|\s)-(?=\S)|(?<=\S)-(?=\s|$)/g

const escapeForWiki = (text: string): string =>
  text.replaceAll(wikiSigns, String.raw`\$&`).replaceAll(strikeSigns, (found) => found.replace('-', String.raw`\-`))

const wikiSignByMark: Readonly<Record<string, string>> = { strong: '*', em: '_', underline: '+', strike: '-' }

/** Marks hold only at the edges of words: blanks go outside, and braces make the rest hold anywhere. */
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
      return [block.type === 'codeBlock' ? escapeForWiki(readCodeText(block)).replaceAll('\n', '\\\\\n') : writeWikiLine(block)]
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

/** Wiki text, as Data Center keeps descriptions. */
export const adfToWiki = ({ content = [] }: AdfNode): string => content.map(writeWikiBlock).join('\n\n')
