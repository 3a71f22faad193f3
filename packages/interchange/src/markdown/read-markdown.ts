import { isLayout, plainTextOf } from '@espalier/domain'
import { append } from '../append.ts'
import { decodeText } from '../decode-text.ts'
import { type ImportResult, reading, Refused } from '../fault.ts'
import { serialise } from '../html/serialise.ts'
import type { ReadOptions } from '../model.ts'
import { checkbox, checkedStatus } from '../outline-line.ts'
import { projectFrom, sprout, type Sprout, underOneRoot } from '../sprout.ts'
import { storable } from '../storable.ts'
import { readBody } from './read-body.ts'
import { readInline } from './read-inline.ts'
import { type Passage, passagesOf } from './passages.ts'

const mark = /^<!-- espalier(?: layout=(\S+))? -->$/u
const inProgress = /\(in progress\)$/iu
const anchor = /(?:^|\s)\^(n\d+)$/u
const seeAlso = /^See also: (\[.*\]\(#\^n\d+\))$/u
const anchorLink = /\]\(#\^(n\d+)\)/gu

/** Headings and nested lists are nodes, what stands below them indented is their description. */
export const readMarkdown = (given: Uint8Array | string, options: ReadOptions = {}): ImportResult =>
  reading(() => {
    const lines = storable(decodeText(given)).split(/\r\n?|\n/u)
    const own = mark.exec(lines[0]?.trim() ?? '')
    const { before, tops } = passagesOf(own === null ? lines : lines.slice(1))
    const links: Links = { named: new Map(), wanted: [] }
    const [first] = tops
    const isTitled = tops.length === 1 && first?.level === 1 && before.length === 0
    const below = isTitled ? first.children : tops
    if (own === null && tops.length === 0) throw new Refused('nothing-inside', 'the text has no headings and no lists')
    const roots =
      own === null && isTitled && below.length === 0
        ? tops.map((top) => grown(top, links))
        : below.map((top) => grown(top, links))
    for (const { from, names } of links.wanted)
      append(
        from.alsoUnder,
        names.flatMap((name) => links.named.get(name) ?? []),
      )
    const title = isTitled ? plainTextOf(serialise(readInline(first.words))) : ''
    const layout = own?.[1] ?? ''
    const header = {
      title,
      body: readBody(isTitled ? first.body : before),
      layout: isLayout(layout) ? layout : undefined,
    }
    return projectFrom(header, own === null ? underOneRoot(title, roots, options) : roots, options)
  })

interface Links {
  readonly named: Map<string, Sprout>
  readonly wanted: { readonly from: Sprout; readonly names: readonly string[] }[]
}

function grown(top: Passage, links: Links): Sprout {
  const roots: Sprout[] = []
  const waiting = [{ passage: top, into: roots }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const made = sproutOf(next.passage, links)
    next.into.push(made)
    for (const passage of next.passage.children.toReversed()) waiting.push({ passage, into: made.children })
  }
  return roots[0] ?? sprout()
}

function sproutOf({ words, body }: Passage, links: Links): Sprout {
  const box = checkbox.exec(words)
  let text = words.slice(box?.[0].length ?? 0).trimEnd()
  const isInProgress = box === null && inProgress.test(text)
  if (isInProgress) text = text.replace(inProgress, '')
  const name = anchor.exec(text)?.[1]
  if (name !== undefined) text = text.replace(anchor, '')
  const others = body.flatMap((line) => seeAlso.exec(line.trim())?.[1] ?? [])
  const made = sprout({
    title: serialise(readInline(text.trim())),
    body: readBody(body.filter((line) => !seeAlso.test(line.trim()))),
    status: isInProgress ? 'progress' : (checkedStatus[box?.[1] ?? ''] ?? 'todo'),
  })
  if (name !== undefined && !links.named.has(name)) links.named.set(name, made)
  const names = others.flatMap((line) => Array.from(line.matchAll(anchorLink), ([, target = '']) => target))
  if (names.length > 0) links.wanted.push({ from: made, names })
  return made
}
