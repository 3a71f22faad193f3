import { type FieldDefinition, toPlainText } from '@espalier/domain'
import type { FilePerson, InterchangeNode, InterchangeProject } from '../model/project.ts'
import { foldName } from './people.ts'

/** The planning of a node in words, as formats hold it that know no ids. */
export interface PlanningWords {
  readonly assignees?: readonly string[] | undefined
  readonly startDate?: string | undefined
  readonly dueDate?: string | undefined
  /** A number, perhaps with a unit such as `3d`. */
  readonly estimate?: string | undefined
  readonly priority?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly stage?: string | undefined
  /** The titles of the nodes that must be done before it. */
  readonly after?: readonly string[] | undefined
  /** Own fields: the name of each with its value. */
  readonly fields?: readonly OwnFieldWords[] | undefined
}

export type OwnFieldWords = readonly [name: string, value: string]

/** Returns the planning of each node in words. What refers to nothing in the project is left out. */
export function createPlanningWriter(project: InterchangeProject): (node: InterchangeNode) => PlanningWords {
  const { tags = [], stages = [], fieldDefinitions = [], people = [] } = project
  const tagNames = new Map(tags.map(({ id, name }) => [id, name]))
  const stageNames = new Map(stages.map(({ id, name }) => [id, name]))
  const personNames = new Map(people.map((person) => [person.id, nameFilePerson(person)]))
  return ({ assigneeIds = [], startDate, dueDate, estimate, priority, tagIds = [], stageId, fields = {} }) => ({
    assignees: toWords(assigneeIds, personNames),
    startDate: startDate ?? undefined,
    dueDate: dueDate ?? undefined,
    estimate: estimate == null ? undefined : String(estimate),
    priority: priority === 'none' ? undefined : priority,
    tags: toWords(tagIds, tagNames),
    stage: stageNames.get(stageId ?? ''),
    fields: toFieldWords(fields, fieldDefinitions, personNames),
  })
}

type Names = ReadonlyMap<string, string>

function toWords(ids: readonly string[], names: Names): readonly string[] | undefined {
  if (ids.length === 0) return undefined
  const words = ids.flatMap((id) => names.get(id) ?? [])
  return words.length === 0 ? undefined : words
}

function toFieldWords(
  values: Readonly<Record<string, unknown>>,
  definitions: readonly FieldDefinition[],
  people: Names,
): readonly OwnFieldWords[] | undefined {
  if (definitions.length === 0) return undefined
  const words = definitions.flatMap(({ id, name, type }): OwnFieldWords[] => {
    const value = values[id]
    const text = type === 'person' ? people.get(String(value)) : value == null ? undefined : String(value)
    return text === undefined ? [] : [[name, text]]
  })
  return words.length === 0 ? undefined : words
}

/** A person is named by their address, which is unique, or else by their name. */
const nameFilePerson = ({ email, name = '' }: FilePerson): string => email || name

/** Writes names with commas between them. A name that contains a separator is quoted. */
export const joinNames = (names: readonly string[] | undefined): string | undefined =>
  names?.map((name) => (/[,;"\n]|^\s|\s$/u.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(', ')

/** Splits names at commas, semicolons and line breaks that are not in quotes. O(length). */
export function splitNames(text: string): readonly string[] {
  const names: string[] = []
  let name = ''
  let wasQuoted = false
  const end = () => {
    const whole = wasQuoted ? name : name.trim()
    if (whole !== '') names.push(whole)
    name = ''
    wasQuoted = false
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === '"' && name.trim() === '' && !wasQuoted) {
      const quoted = readQuoted(text, at + 1)
      name = quoted.value
      at = quoted.end
      wasQuoted = true
    } else if (sign === ',' || sign === ';' || sign === '\n') end()
    // Blanks after a quoted name do not belong to it.
    else if (!wasQuoted || sign.trim() !== '') name += sign
  }
  end()
  return names
}

/** Reads to the closing quote; a doubled one is a character. A missing one is forgiven. */
function readQuoted(text: string, from: number): { readonly value: string; readonly end: number } {
  const pieces: string[] = []
  let start = from
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', start)) {
    pieces.push(text.slice(start, at))
    if (text[at + 1] !== '"') return { value: pieces.join(''), end: at }
    pieces.push('"')
    start = at + 2
  }
  return { value: `${pieces.join('')}${text.slice(start)}`, end: text.length }
}

/** A title that is read as it is written. Other nodes are marked. */
const simpleTitle = /^[\p{L}\p{N}](?:[\p{L}\p{N} ]{0,98}[\p{L}\p{N}])?$/u

/** Names blockers by their titles; those whose titles are not simple, or not their own, by a mark. */
export function nameBlockers({ nodes }: InterchangeProject, marks: ReadonlyMap<string, string>) {
  const names = new Map(marks)
  // The titles of a large project take longer than everything else here, and most have no blockers.
  if (nodes.every(({ blockedByIds = [] }) => blockedByIds.length === 0)) return { names, listBlockers: () => [] }
  const titles = new Map(nodes.map(({ id, title }) => [id, toPlainText(title)]))
  const uses = new Map<string, number>()
  for (const title of titles.values()) uses.set(foldName(title), (uses.get(foldName(title)) ?? 0) + 1)
  const nameNode = (id: string): string => {
    const title = titles.get(id) ?? ''
    if (simpleTitle.test(title) && !title.includes('  ') && uses.get(foldName(title)) === 1) return title
    const name = names.get(id) ?? `n${names.size + 1}`
    names.set(id, name)
    return `^${name}`
  }
  const blockers = new Map(
    nodes.map(({ id, blockedByIds = [] }) => [id, blockedByIds.filter((one) => titles.has(one)).map(nameNode)]),
  )
  return { names, listBlockers: ({ id }: InterchangeNode) => blockers.get(id) ?? [] }
}
