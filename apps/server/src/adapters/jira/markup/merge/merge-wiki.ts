import { createAdfDocument, type AdfNode } from '../adf.ts'
import { adfToWiki } from '../adf-to-wiki.ts'
import { parseWiki, splitWikiLines, type WikiPart } from '../wiki-to-adf.ts'
import { alignSequences } from './align.ts'
import { mergeDocument } from './merge-document.ts'

export type MergedWiki =
  | { readonly ok: true; readonly wiki: string; readonly isShown: boolean }
  | { readonly ok: false; readonly obstacle: AdfNode }

export interface WikiEdit {
  readonly wiki: string
  readonly agreed: string
  readonly edited: string
  readonly winner?: 'ours' | 'theirs'
}

/** The same for Data Center: blocks that the edit does not touch keep their wiki text, letter by letter. */
export function mergeWiki({ wiki, ...edit }: WikiEdit): MergedWiki {
  const parts = parseWiki(wiki)
  const document = createAdfDocument(parts.map(({ block }) => block))
  const merged = mergeDocument({ document, ...edit })
  if (!merged.ok) return merged
  return { ok: true, wiki: writeWiki(wiki, parts, merged.document.content), isShown: merged.isShown }
}

const newBlockGap = '\n\n'

const isSamePart = (part: WikiPart, block: AdfNode): boolean =>
  part.block === block || JSON.stringify(part.block) === JSON.stringify(block)

function writeWiki(wiki: string, parts: readonly WikiPart[], blocks: readonly AdfNode[]): string {
  const lines = splitWikiLines(wiki)
  const partners = alignSequences(parts, blocks, isSamePart, { cells: 250_000 })
  const partOf = new Map(partners.map((partner, at) => [partner, at]))
  let text = ''
  let last = -1
  for (const [at, block] of blocks.entries()) {
    const part = partOf.get(at) ?? -1
    const source = parts[part]
    // From its first line on, with the empty lines before it where its neighbor is still the same.
    const own = source === undefined ? '' : lines.slice(source.from, source.to).join('\n')
    const isNeighbor = part >= 0 && part === last + 1
    if (source === undefined || own === '') text += `${at === 0 ? '' : newBlockGap}${adfToWiki(createAdfDocument([block]))}`
    else if (isNeighbor) text += `${at === 0 ? '' : '\n'}${own}`
    else text += `${at === 0 ? '' : newBlockGap}${own.replace(/^\s*\n/, '')}`
    last = part >= 0 ? part : Number.NaN
  }
  const end = parts.at(-1)?.to ?? lines.length
  return last === parts.length - 1 && end < lines.length ? `${text}\n${lines.slice(end).join('\n')}` : text
}
