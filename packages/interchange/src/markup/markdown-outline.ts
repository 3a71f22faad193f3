import { joinWords } from '../model/text.ts'
import { stripClosingSigns } from '../outline/read-outline.ts'
import { type LinkDefinitions, normalizeLabel, readDefinedAddress } from './markdown-text.ts'

/** A heading or a list item, with the text below it and its children. */
export interface Passage {
  /** 1 to 6 for a heading, 0 for an item. */
  readonly level: number
  words: string
  readonly body: string[]
  readonly children: Passage[]
}

interface OpenPassage {
  readonly passage: Passage
  /** Headings count as left of every column. */
  readonly indent: number
  readonly textIndent: number
}

interface MarkdownOutline {
  /** The text before the first heading or item. */
  readonly before: readonly string[]
  readonly tops: readonly Passage[]
  /** The addresses that links refer to by a label, wherever in the file they are defined. */
  readonly definitions: LinkDefinitions
}

const headingLine = /^ {0,3}(#{1,6})(?:\s(.*))?$/u
const marker = /^([-*+\u2022]|\d{1,9}[.)])(\s+|$)/u
const rule = /^(?:-{3,}|\*{3,}|_{3,}|={3,}|(?:[-*_] ){2,}[-*_])$/u
const underline = /^ {0,3}(?:=+|-+)\s*$/u
const fence = /^\s*(`{3,}|~{3,})/u
const definition =
  /^ {0,3}\[([^\]\\[^][^\]\\[]{0,998})\]:\s+(?:<[^<>]*>|[^\s<]\S*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*$/u
/** A longer definition stays text: each of a thousand links to it would repeat its address. */
const mostDefinitionCharacters = 2_000
const headingRoom = 10
const tabColumns = 4

/**
 * Splits a Markdown text into headings, items and the text below them. It works line by line and not by CommonMark's
 * rules, which would read an outline that is indented by four columns as code, and need minutes for the largest files
 * that we accept.
 */
export function readMarkdownOutline(lines: readonly string[]): MarkdownOutline {
  const reader = new OutlineReader()
  for (const line of withoutComments(withoutFrontMatter(lines))) reader.readLine(line)
  return reader
}

function withoutFrontMatter(lines: readonly string[]): readonly string[] {
  if (lines[0]?.trim() !== '---') return lines
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === '---')
  return end < 0 ? lines : lines.slice(end + 1)
}

/** Leaves out comments of several lines; comments of one line are left to the text parser. */
function withoutComments(lines: readonly string[]): readonly string[] {
  const lastEnd = lines.findLastIndex((line) => line.includes('-->'))
  let openFence: string | undefined
  let isComment = false
  return lines.filter((line, index) => {
    if (isComment) {
      isComment = !line.includes('-->')
      return false
    }
    if (openFence !== undefined) {
      if (closesFence(line, openFence)) openFence = undefined
      return true
    }
    openFence = fence.exec(line)?.[1]
    isComment = index < lastEnd && line.trimStart().startsWith('<!--') && !line.includes('-->')
    return !isComment
  })
}

/** A fence is closed by a line of at least as many of the same characters, and nothing else. */
function closesFence(line: string, opened: string): boolean {
  const text = line.trim()
  return text.length >= opened.length && text === opened.charAt(0).repeat(text.length)
}

class OutlineReader implements MarkdownOutline {
  readonly before: string[] = []
  readonly tops: Passage[] = []
  readonly definitions = new Map<string, string>()
  readonly #open: OpenPassage[] = []
  #fence: string | undefined
  #isAfterBlank = true
  /** The number of lines at the end of the body that form a paragraph, which an underline would turn into a heading. */
  #paragraphLines = 0

  readLine(line: string): void {
    const text = line.trim()
    if (this.#fence !== undefined) {
      this.#body().push(removeIndent(line, this.#open.at(-1)?.textIndent ?? 0))
      if (closesFence(text, this.#fence)) this.#fence = undefined
      return
    }
    const isUnderline = this.#paragraphLines > 0 && underline.test(line)
    if (isUnderline) this.#makeHeading(text.startsWith('=') ? 1 : 2)
    else if (text === '' || rule.test(text)) this.#endParagraph(text === '')
    else this.#readText(line, text)
  }

  #endParagraph(isBlank: boolean): void {
    const body = this.#body()
    if (isBlank && body.length > 0 && body.at(-1) !== '') body.push('')
    this.#isAfterBlank = true
    this.#paragraphLines = 0
  }

  #readText(line: string, text: string): void {
    const [, signs, title = ''] = headingLine.exec(line) ?? []
    const sign = marker.exec(text)
    const isDefinition = this.#paragraphLines === 0 && text.length <= mostDefinitionCharacters
    const label = isDefinition ? definition.exec(line)?.[1] : undefined
    if (signs !== undefined) this.#addHeading(signs.length, stripClosingSigns(title).trim())
    else if (sign !== null) {
      const indent = countColumns(line)
      const textIndent = indent + (sign[1]?.length ?? 0) + 1
      this.#add({ level: 0, words: text.slice(sign[0].length), body: [], children: [] }, indent, textIndent)
    } else if (label !== undefined) {
      const name = normalizeLabel(label)
      if (!this.definitions.has(name)) this.definitions.set(name, readDefinedAddress(text))
      return
    } else this.#addText(line, text)
    this.#isAfterBlank = false
  }

  #makeHeading(level: number): void {
    const words = this.#body().splice(-this.#paragraphLines)
    this.#addHeading(level, words.map((line) => line.trim()).join(' '))
    this.#isAfterBlank = false
  }

  #addHeading(level: number, words: string): void {
    this.#add({ level, words, body: [], children: [] }, level - headingRoom, 0)
  }

  #add(passage: Passage, indent: number, textIndent: number): void {
    while (this.#open.length > 0 && (this.#open.at(-1)?.indent ?? 0) >= indent) this.#open.pop()
    const siblings = this.#open.at(-1)?.passage.children ?? this.tops
    siblings.push(passage)
    this.#open.push({ passage, indent, textIndent })
    this.#paragraphLines = 0
  }

  /**
   * Adds a line that is neither heading nor item: it continues the text above it, or describes the passage it is
   * indented under.
   */
  #addText(line: string, text: string): void {
    const isQuote = text.startsWith('>')
    const openedFence = isQuote ? undefined : fence.exec(line)?.[1]
    const last = this.#open.at(-1)
    const isItem = last !== undefined && last.passage.level === 0
    if (isItem && !this.#isAfterBlank && !isQuote && openedFence === undefined && last.passage.body.length === 0) {
      last.passage.words = joinWords(last.passage.words, text)
      return
    }
    const indent = countColumns(line)
    if (this.#isAfterBlank && indent < (last?.textIndent ?? 0)) {
      while (this.#open.length > 0 && (this.#open.at(-1)?.textIndent ?? 0) > indent) this.#open.pop()
    }
    const dedented = removeIndent(line, this.#open.at(-1)?.textIndent ?? 0)
    this.#body().push(isQuote ? dedented.replace(/^\s*> ?/u, '') : dedented)
    this.#fence = openedFence
    // Inside an item, an underline is more often a rule between two items than a heading.
    const isOutside = (this.#open.at(-1)?.passage.level ?? 1) > 0
    this.#paragraphLines = isOutside && !isQuote && openedFence === undefined ? this.#paragraphLines + 1 : 0
  }

  #body(): string[] {
    return this.#open.at(-1)?.passage.body ?? this.before
  }
}

function countColumns(line: string): number {
  let columns = 0
  for (const sign of line) {
    if (sign === '\t') columns += tabColumns - (columns % tabColumns)
    else if (sign === ' ') columns += 1
    else break
  }
  return columns
}

/** Removes only as many blanks as its passage is indented, so that code keeps its own indentation. */
function removeIndent(line: string, columns: number): string {
  let at = 0
  while (at < line.length && at < columns && (line[at] === ' ' || line[at] === '\t')) at += 1
  return line.slice(at)
}
