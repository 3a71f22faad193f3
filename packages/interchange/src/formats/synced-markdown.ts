import { type NodeId, toPlainText } from '@espalier/domain'
import { parseHtml } from '../markup/html-parser.ts'
import { serializeHtml, unwrapParagraph } from '../markup/html-text.ts'
import { readMarkdownOutline } from '../markup/markdown-outline.ts'
import { readInline } from '../markup/markdown-text.ts'
import { escapeStart, writeBody, writeInline } from '../markup/markdown-writing.ts'
import { type ImportFault, toImportResult } from '../model/import-fault.ts'
import type { InterchangeProject, ReadOptions } from '../model/project.ts'
import { cleanStoredText } from '../model/text.ts'
import { foldName } from '../planning/people.ts'
import { buildProject, type DraftNode } from './draft-node.ts'
import { createPassageLinks, createTokenRules, draftPassages, listPassageTitles, writeNodeList } from './markdown.ts'
import type { TokenRules } from './markdown-tokens.ts'

/** A value of the file that lost against another one of the project, as Markdown. */
export interface FileConflict {
  readonly field: string
  readonly text: string
}

/** A Markdown file that is kept in step with a project. */
export interface SyncedFile {
  /** Nodes have the ids of the file, or made up ones such as `n1`. */
  readonly project: InterchangeProject
  /** The words of the first heading. Null: it has none. */
  readonly heading: string | null
  /** The lines between the heading and the first node, which belong to the file alone. */
  readonly preamble: readonly string[]
  readonly conflicts: ReadonlyMap<NodeId, readonly FileConflict[]>
}

export interface SyncedReadOptions extends ReadOptions {
  /** True if the first heading is that of the project, whatever else the file has. */
  readonly hasHeading: boolean
  /** The ids of nodes by titles that they had before. */
  readonly formerTitles: readonly (readonly [title: string, id: NodeId])[]
}

const idNote = /^[0-9a-f-]{36}$/u
const conflictNote = /^conflict ([a-zA-Z]+): (".*")$/u

export type SyncedResult =
  | { readonly ok: true; readonly value: SyncedFile }
  | { readonly ok: false; readonly reason: ImportFault }

/** Reads nodes with the ids that the file has in comments. A second node with the same id counts as a copy. */
export function readSyncedMarkdown(text: string, options: SyncedReadOptions): SyncedResult {
  let heading: string | null = null
  let preamble: readonly string[] = []
  const conflicts = new Map<NodeId, readonly FileConflict[]>()
  const result = toImportResult(() => {
    const { before, tops, definitions } = readMarkdownOutline(cleanStoredText(text).split(/\r\n?|\n/u))
    const [first, ...others] = tops
    const isTitled = first?.level === 1 && (options.hasHeading || (others.length === 0 && before.length === 0))
    const below = isTitled ? [...first.children, ...others] : tops
    if (isTitled) heading = toPlainText(serializeHtml(readInline(first.words, definitions)))
    preamble = trimBlankLines([...before, ...(isTitled ? first.body : [])])
    const formerTitles = new Map(options.formerTitles.map(([title, id]) => [foldName(title), id]))
    const rules = createSyncedRules(options)
    const titles = listPassageTitles(below, rules)
    const isTitle = (word: string): boolean => titles.has(foldName(word)) || formerTitles.has(foldName(word))
    const roots = draftPassages(below, createPassageLinks(definitions, { ...rules, isTitle }))
    const used = new Set<NodeId>()
    const findId = (draft: DraftNode): NodeId | undefined => {
      const id = draft.notes?.find((note) => idNote.test(note))
      if (id === undefined || used.has(id)) return undefined
      used.add(id)
      const found = (draft.notes ?? []).flatMap(readConflict)
      if (found.length > 0) conflicts.set(id, found)
      return id
    }
    return buildProject({ title: heading ?? '', findId, formerTitles, keepsStatus: true }, roots, options)
  })
  return result.ok ? { ok: true, value: { project: result.value, heading, preamble, conflicts } } : result
}

/** Names that the project does not have stay in the text, because nobody is asked. New tags are easily made. */
const createSyncedRules = (options: ReadOptions): TokenRules => ({
  ...createTokenRules(true, options.lists ?? {}, options),
  isKnownOnly: true,
})

function readConflict(note: string): readonly FileConflict[] {
  const [, field = '', quoted = ''] = conflictNote.exec(note) ?? []
  try {
    const text: unknown = JSON.parse(quoted)
    return typeof text === 'string' ? [{ field, text }] : []
  } catch {
    return []
  }
}

/** A comment ends at its first closing sign, wherever that is. */
const writeConflict = ({ field, text }: FileConflict): string =>
  `conflict ${field}: ${JSON.stringify(text).replaceAll('>', '\\u003e')}`

/** Writes the nodes with their ids in comments. Nodes whose ids are no UUIDs get none. */
export function writeSyncedMarkdown({ project, heading, preamble, conflicts }: SyncedFile): string {
  const titles = new Set(project.nodes.map(({ title }) => foldName(toPlainText(title))))
  const rules = {
    ...createSyncedRules({ lists: project, ...project }),
    isTitle: (word: string) => titles.has(foldName(word)),
  }
  const lines = [
    ...(heading === null ? [] : [`# ${escapeStart(writeInline([heading]))}`, '']),
    ...(preamble.length === 0 ? [] : [...preamble, '']),
    ...writeNodeList(project, rules, ({ id }) => [
      ...(idNote.test(id) ? [id] : []),
      ...(conflicts.get(id) ?? []).map(writeConflict),
    ]),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

/** Writes a title or a description as Markdown. */
export function writeMarkdownText(field: 'title' | 'body', html: string): string {
  if (field === 'body') return writeBody(cleanStoredText(html)).join('\n')
  return writeInline(unwrapParagraph(parseHtml(cleanStoredText(html)).nodes))
}

function trimBlankLines(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => line.trim() !== '')
  const end = lines.findLastIndex((line) => line.trim() !== '')
  return start < 0 ? [] : lines.slice(start, end + 1)
}
