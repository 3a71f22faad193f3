import type { NodeStatus } from '../status/node-status.ts'
import { toPlainText } from '../rich-text/plain-text.ts'

/** One line of a description, as a person reads it. */
export interface DescriptionLine {
  readonly kind: 'heading' | 'item' | 'text'
  readonly text: string
  /** How many lists it lies in; 0 outside of lists. */
  readonly depth: number
  readonly status: NodeStatus
}

type LineKind = DescriptionLine['kind']

const tagPattern = /<(\/?)([a-z][a-z0-9]*)\b([^<>]*)>/giu
const headingTag = /^h[1-6]$/u
const paragraphTags: ReadonlySet<string> = new Set(['p', 'div', 'blockquote', 'pre'])
const listTags: ReadonlySet<string> = new Set(['ul', 'ol', 'li'])

const isBlockTag = (name: string): boolean => paragraphTags.has(name) || listTags.has(name) || headingTag.test(name)

/** The lines of a description. Lists and headings may be the editor's, or typed as signs: '- [x] done', '# heading'. */
export function readDescriptionLines(html: string): readonly DescriptionLine[] {
  const lines: DescriptionLine[] = []
  let kind: LineKind = 'text'
  let status: NodeStatus = 'todo'
  let depth = 0
  let piece = ''
  const end = (): void => {
    for (const text of piece.split('\n').map(toPlainText)) {
      if (text !== '') lines.push(readTypedMarks({ kind, text, depth: kind === 'item' ? depth : 0, status }))
    }
    piece = ''
  }
  let at = 0
  for (const found of html.matchAll(tagPattern)) {
    const [whole, slash, given = '', attributes = ''] = found
    const name = given.toLowerCase()
    piece += html.slice(at, found.index)
    at = found.index + whole.length
    // What breaks the line inside of an item does not end the item.
    if (name === 'br' || (depth > 0 && paragraphTags.has(name))) piece += depth > 0 ? ' ' : '\n'
    else if (!isBlockTag(name)) piece += whole
    else {
      end()
      const isOpening = slash === ''
      if (name === 'ul' || name === 'ol') depth = Math.max(0, depth + (isOpening ? 1 : -1))
      if (name === 'li') status = isOpening && /data-list="checked"/iu.test(attributes) ? 'done' : 'todo'
      kind = headingTag.test(name) && isOpening ? 'heading' : depth > 0 ? 'item' : 'text'
    }
  }
  piece += html.slice(at)
  end()
  return lines
}

const typedHeading = /^#{1,6}\s+(?<rest>\S.*)$/u
const typedItem = /^(?:[-*+\u2022\u2013]|\d{1,3}[.)])\s+(?<rest>\S.*)$/u
const typedBox = /^\[(?<mark>[ xX/]?)\]\s*(?<rest>\S.*)$/u

function readTypedMarks(line: DescriptionLine): DescriptionLine {
  if (line.kind === 'heading') return line
  const title = line.kind === 'text' ? typedHeading.exec(line.text)?.groups?.['rest'] : undefined
  if (title !== undefined) return { ...line, kind: 'heading', text: title }
  const item = line.kind === 'text' ? typedItem.exec(line.text)?.groups?.['rest'] : undefined
  const box = typedBox.exec(item ?? line.text)?.groups
  if (item === undefined && box === undefined) return line
  const depth = Math.max(1, line.depth)
  const text = box?.['rest'] ?? item ?? line.text
  return { kind: 'item', text, depth, status: box === undefined ? line.status : readCheckboxStatus(box['mark'] ?? '') }
}

const readCheckboxStatus = (mark: string): NodeStatus => (mark === '/' ? 'progress' : mark.trim() === '' ? 'todo' : 'done')
