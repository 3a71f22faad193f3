import { isLayout, toPlainText } from '@espalier/domain'
import { appendAll } from '../append.ts'
import { decodeText } from '../decode-text.ts'
import { type ImportResult, toImportResult, ImportError } from '../fault.ts'
import { serializeHtml } from '../html/serialise.ts'
import type { ReadOptions } from '../model.ts'
import { checkbox, checkedStatus } from '../outline-line.ts'
import { buildProject, draftNode, type DraftNode, joinUnderOneRoot } from '../sprout.ts'
import { cleanStoredText } from '../storable.ts'
import { readBody } from './read-body.ts'
import { readInline } from './read-inline.ts'
import { type Passage, passagesOf } from './passages.ts'

const espalierComment = /^<!-- espalier(?: layout=(\S+))? -->$/u
const inProgress = /\(in progress\)$/iu
const anchor = /(?:^|\s)\^(n\d+)$/u
const seeAlsoLine = /^See also: (\[.*\]\(#\^n\d+\))$/u
const anchorLink = /\]\(#\^(n\d+)\)/gu

/** Headings and nested lists are nodes, what stands below them indented is their description. */
export const readMarkdown = (given: Uint8Array | string, options: ReadOptions = {}): ImportResult =>
  toImportResult(() => {
    const lines = cleanStoredText(decodeText(given)).split(/\r\n?|\n/u)
    const own = espalierComment.exec(lines[0]?.trim() ?? '')
    const { before, tops } = passagesOf(own === null ? lines : lines.slice(1))
    const links: PassageLinks = { named: new Map(), wanted: [] }
    const [first] = tops
    const isTitled = tops.length === 1 && first?.level === 1 && before.length === 0
    const below = isTitled ? first.children : tops
    if (own === null && tops.length === 0) throw new ImportError('nothing-inside', 'the text has no headings and no lists')
    const roots =
      own === null && isTitled && below.length === 0
        ? tops.map((top) => draftPassageTree(top, links))
        : below.map((top) => draftPassageTree(top, links))
    for (const { from, names } of links.wanted)
      appendAll(
        from.extraParents,
        names.flatMap((name) => links.named.get(name) ?? []),
      )
    const title = isTitled ? toPlainText(serializeHtml(readInline(first.words))) : ''
    const layout = own?.[1] ?? ''
    const header = {
      title,
      body: readBody(isTitled ? first.body : before),
      layout: isLayout(layout) ? layout : undefined,
    }
    return buildProject(header, own === null ? joinUnderOneRoot(title, roots, options) : roots, options)
  })

interface PassageLinks {
  readonly named: Map<string, DraftNode>
  readonly wanted: { readonly from: DraftNode; readonly names: readonly string[] }[]
}

function draftPassageTree(top: Passage, links: PassageLinks): DraftNode {
  const roots: DraftNode[] = []
  const waiting = [{ passage: top, into: roots }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const made = draftPassage(next.passage, links)
    next.into.push(made)
    for (const passage of next.passage.children.toReversed()) waiting.push({ passage, into: made.children })
  }
  return roots[0] ?? draftNode()
}

function draftPassage({ words, body }: Passage, links: PassageLinks): DraftNode {
  const box = checkbox.exec(words)
  let text = words.slice(box?.[0].length ?? 0).trimEnd()
  const isInProgress = box === null && inProgress.test(text)
  if (isInProgress) text = text.replace(inProgress, '')
  const name = anchor.exec(text)?.[1]
  if (name !== undefined) text = text.replace(anchor, '')
  const others = body.flatMap((line) => seeAlsoLine.exec(line.trim())?.[1] ?? [])
  const made = draftNode({
    title: serializeHtml(readInline(text.trim())),
    body: readBody(body.filter((line) => !seeAlsoLine.test(line.trim()))),
    status: isInProgress ? 'progress' : (checkedStatus[box?.[1] ?? ''] ?? 'todo'),
  })
  if (name !== undefined && !links.named.has(name)) links.named.set(name, made)
  const names = others.flatMap((line) => Array.from(line.matchAll(anchorLink), ([, target = '']) => target))
  if (names.length > 0) links.wanted.push({ from: made, names })
  return made
}
