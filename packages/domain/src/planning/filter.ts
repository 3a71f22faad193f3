import { toSearchText } from '../filter/search.ts'
import { nodePriorities, parsePriority } from '../node/field-values.ts'
import type { NodeId } from '../node/node.ts'
import { isNodeStatus } from '../node/status.ts'
import { isEmptyBody } from '../text/html.ts'
import { addDays, addMonths, type CalendarDate, parseCalendarDate } from './calendar-date.ts'
import { compareBy, type FilterWord, splitComparison, splitFilter } from './filter-grammar.ts'
import { foldName, type NamedEntry, type PlannedNode, type PlanningField, type PlanningPerson } from './planned-node.ts'

/** The project that a filter is about: the project's names, the person who filters, and the day. */
export interface FilterSubjects {
  readonly today: CalendarDate
  /** The person who filters; null for a guest. */
  readonly viewerId: string | null
  readonly people: readonly PlanningPerson[]
  readonly tags: readonly NamedEntry[]
  /** counts false: an open child in it blocks nothing. */
  readonly stages: readonly (NamedEntry & { readonly counts?: boolean })[]
  readonly fieldDefinitions: readonly PlanningField[]
  /** Reads dates such as `friday` in the words of the person; without it only YYYY-MM-DD and `7d` are dates. */
  readonly readDate?: (text: string) => CalendarDate | null
  /** Returns the text to search. The page has it at hand; computing it for every node takes longer than filtering. */
  readonly getSearchText?: (node: PlannedNode) => string
  /** Returns the place of a living node in the schedule; without it nothing is known to be blocked or critical. */
  readonly getScheduled?: (id: NodeId) => { readonly state: string; readonly isCritical: boolean } | undefined
  /** Tells whether the person has an unread notification about a node; without it nothing is known to be unread. */
  readonly isUnread?: (id: NodeId) => boolean
}

type Test = (node: PlannedNode) => boolean

interface FilterTest {
  readonly test: Test
  /** Searching texts is the slowest test and comes last. */
  readonly isSlow?: boolean
  readonly isNegated: boolean
}

/** A word that may not do what its writer expects. */
export interface FilterProblem {
  /** Unreadable: it is searched for as text. Missing: the project has nothing of this name, so nothing matches. */
  readonly kind: 'unreadable' | 'missing'
  /** The word without its minus sign and its quotes. */
  readonly text: string
  readonly key: string
  readonly value: string
}

/** A filter that has been understood. */
export interface Filter {
  readonly isEmpty: boolean
  /** True if a change of one node may change whether another one matches. */
  readonly dependsOnOthers: boolean
  readonly problems: readonly FilterProblem[]
  /**
   * Returns the ids of the matching nodes. Unless the filter depends on other nodes, these may be some nodes of the
   * project; otherwise they are all of its living ones.
   */
  find(nodes: readonly PlannedNode[]): Set<NodeId>
}

/** Understands every text. A word that means nothing to the project is searched for in titles and descriptions. */
export function createFilter(text: string, subjects: FilterSubjects): Filter {
  const words = splitFilter(text)
  let living: readonly PlannedNode[] = []
  let openParents: Set<NodeId> | null = null
  const hasOpenChild = (id: NodeId): boolean => (openParents ??= findOpenParents(living, subjects)).has(id)
  const tests = words.map((word) => createTest(word, subjects, hasOpenChild))
  const problems = words.flatMap((word, at) => findProblem(word, subjects, tests[at]?.isSlow === true) ?? [])
  tests.sort((one, other) => Number(one.isSlow ?? false) - Number(other.isSlow ?? false))
  return {
    isEmpty: words.length === 0,
    dependsOnOthers: words.some(({ key, value }) => key === 'is' && scheduledStates.has(value.toLowerCase())),
    problems,
    find(nodes) {
      living = nodes
      openParents = null
      const found = new Set<NodeId>()
      for (const node of nodes) if (passesAll(tests, node)) found.add(node.id)
      return found
    },
  }
}

/** The states that come from the schedule, in which nodes wait for each other. */
const scheduledStates: ReadonlySet<string> = new Set(['ready', 'blocked', 'critical'])

function findProblem(
  { key, value, text }: FilterWord,
  subjects: FilterSubjects,
  isSearched: boolean,
): FilterProblem | null {
  if (key === null) return null
  if (isSearched) return { kind: 'unreadable', text, key, value }
  return isNameKnown(key, foldName(value), subjects) ? null : { kind: 'missing', text, key, value }
}

/** True for a name that the project has, and for a value that is no name. */
function isNameKnown(key: string, wanted: string, { people, tags, stages, fieldDefinitions }: FilterSubjects): boolean {
  const isIn = (names: readonly string[]): boolean =>
    wanted === 'none' || names.some((name) => foldName(name) === wanted)
  const isPerson = (): boolean => wanted === 'me' || isIn(people.flatMap(({ name, email }) => [name, email]))
  switch (key) {
    case 'assignee':
      return isPerson()
    case 'tag':
      return isIn(tags.map(({ name }) => name))
    case 'stage':
      return isIn(stages.map(({ name }) => name))
    default: {
      const field = fieldDefinitions.find(({ name }) => foldName(name) === foldName(key))
      if (field?.type === 'person') return isPerson()
      return field?.type === 'choice' ? isIn(field.options) : true
    }
  }
}

function passesAll(tests: readonly FilterTest[], node: PlannedNode): boolean {
  for (const { test, isNegated } of tests) if (test(node) === isNegated) return false
  return true
}

/** Returns the nodes that have a child which is not done. */
function findOpenParents(nodes: readonly PlannedNode[], { stages }: FilterSubjects): Set<NodeId> {
  const uncounted = new Set(stages.filter(({ counts }) => counts === false).map(({ id }) => id))
  const parents = new Set<NodeId>()
  for (const { status, stageId, parentIds } of nodes) {
    if (status === 'done' || (stageId !== null && uncounted.has(stageId))) continue
    for (const id of parentIds) parents.add(id)
  }
  return parents
}

function createTest(word: FilterWord, subjects: FilterSubjects, hasOpenChild: (id: NodeId) => boolean): FilterTest {
  const understood = word.key === null ? null : createKeyTest(word.key, word.value, subjects, hasOpenChild)
  if (understood !== null) return { test: understood, isNegated: word.isNegated }
  const wanted = foldName(word.text)
  const getText = subjects.getSearchText ?? toSearchText
  return { test: (node) => getText(node).includes(wanted), isSlow: true, isNegated: word.isNegated }
}

/** Returns null if the value cannot be read for this key. */
function createKeyTest(
  key: string,
  value: string,
  subjects: FilterSubjects,
  hasOpenChild: (id: NodeId) => boolean,
): Test | null {
  switch (key) {
    case 'assignee':
      return createPersonTest(value, subjects, (node) => node.assigneeIds)
    case 'tag':
      return createNameTest(value, subjects.tags, (node) => node.tagIds)
    case 'stage':
      return createNameTest(value, subjects.stages, (node) => (node.stageId === null ? [] : [node.stageId]))
    case 'priority':
      return createPriorityTest(value)
    case 'status':
      return createStatusTest(value)
    case 'due':
      return createDueTest(value, subjects)
    case 'start':
      return createDateTest(value, subjects, (node) => node.startDate)
    case 'estimate':
      return createNumberTest(value, (node) => node.estimate)
    case 'is':
      return createStateTest(value, subjects, hasOpenChild)
    case 'has':
      return createContentTest(value)
    default:
      return createFieldTest(key, value, subjects)
  }
}

function createPersonTest(
  value: string,
  { viewerId, people }: FilterSubjects,
  getIds: (node: PlannedNode) => readonly string[],
): Test {
  const wanted = foldName(value)
  if (wanted === 'none') return (node) => getIds(node).length === 0
  if (wanted === 'me') return (node) => viewerId !== null && getIds(node).includes(viewerId)
  const ids = new Set(
    people.filter(({ name, email }) => foldName(email) === wanted || foldName(name) === wanted).map(({ id }) => id),
  )
  return (node) => getIds(node).some((id) => ids.has(id))
}

/** A name that the project does not have, as in a view that was saved before a tag was removed, matches no node. */
function createNameTest(
  value: string,
  entries: readonly NamedEntry[],
  getIds: (node: PlannedNode) => readonly string[],
): Test {
  const wanted = foldName(value)
  const ids = new Set(entries.filter(({ name }) => foldName(name) === wanted).map(({ id }) => id))
  if (ids.size === 0 && wanted === 'none') return (node) => getIds(node).length === 0
  return (node) => getIds(node).some((id) => ids.has(id))
}

function createPriorityTest(value: string): Test | null {
  const { sign, rest } = splitComparison(value)
  const wanted = parsePriority(rest.toLowerCase())
  if (wanted === undefined) return null
  const rank = nodePriorities.indexOf(wanted)
  const matching = new Set(nodePriorities.filter((_, index) => compareBy(sign, index - rank)))
  return (node) => matching.has(node.priority)
}

function createStatusTest(value: string): Test | null {
  const wanted = value.toLowerCase()
  if (wanted === 'open') return (node) => node.status !== 'done'
  return isNodeStatus(wanted) ? (node) => node.status === wanted : null
}

function createDueTest(value: string, subjects: FilterSubjects): Test | null {
  const { today } = subjects
  if (value.toLowerCase() === 'overdue') {
    return ({ dueDate, status }) => dueDate !== null && dueDate < today && status !== 'done'
  }
  return createDateTest(value, subjects, (node) => node.dueDate)
}

function createDateTest(
  value: string,
  subjects: FilterSubjects,
  getDate: (node: PlannedNode) => CalendarDate | null,
): Test | null {
  if (value.toLowerCase() === 'none') return (node) => getDate(node) === null
  const { sign, rest } = splitComparison(value)
  const wanted = readFilterDate(rest, subjects)
  if (wanted === null) return null
  return (node) => {
    const date = getDate(node)
    if (date === null) return false
    return compareBy(sign, date < wanted ? -1 : Number(date > wanted))
  }
}

/** Reads a date, or a time from today on: `7d`, `2w`, `3m`. */
function readFilterDate(text: string, { today, readDate }: FilterSubjects): CalendarDate | null {
  const [, count, unit] = /^(\d{1,4})([dwm])$/iu.exec(text) ?? []
  if (unit !== undefined) {
    const number = Number(count)
    if (unit.toLowerCase() === 'm') return addMonths(today, number)
    return addDays(today, unit.toLowerCase() === 'w' ? number * 7 : number)
  }
  if (text.toLowerCase() === 'today') return today
  return parseCalendarDate(text) ?? readDate?.(text) ?? null
}

function createNumberTest(value: string, getNumber: (node: PlannedNode) => number | null): Test | null {
  if (value.toLowerCase() === 'none') return (node) => getNumber(node) === null
  const { sign, rest } = splitComparison(value)
  if (!/^-?\d+(?:\.\d+)?$/u.test(rest)) return null
  const wanted = Number(rest)
  return (node) => {
    const number = getNumber(node)
    return number !== null && compareBy(sign, number - wanted)
  }
}

function createStateTest(
  value: string,
  { viewerId, getScheduled, isUnread }: FilterSubjects,
  hasOpenChild: (id: NodeId) => boolean,
): Test | null {
  switch (value.toLowerCase()) {
    case 'mine':
      return (node) => viewerId !== null && node.assigneeIds.includes(viewerId)
    case 'ready':
      return getScheduled === undefined
        ? (node) => node.status !== 'done' && !hasOpenChild(node.id)
        : (node) => getScheduled(node.id)?.state === 'ready'
    case 'blocked':
      return (node) => getScheduled?.(node.id)?.state === 'blocked'
    case 'critical':
      return (node) => getScheduled?.(node.id)?.isCritical === true
    case 'unread':
      return (node) => isUnread?.(node.id) === true
    default:
      return null
  }
}

function createContentTest(value: string): Test | null {
  switch (value.toLowerCase()) {
    case 'comments':
      return (node) => (node.commentCount ?? 0) > 0
    case 'description':
      return ({ body }) => !isEmptyBody(body)
    case 'link':
      return ({ projectLink, title, body }) => projectLink != null || isLinking(title) || isLinking(body)
    default:
      return null
  }
}

const isLinking = (html: string): boolean => html.includes('<a ')

/** A field of the project under its own name. The first of several with the same folded name decides. */
function createFieldTest(key: string, value: string, subjects: FilterSubjects): Test | null {
  const definition = subjects.fieldDefinitions.find(({ name }) => foldName(name) === foldName(key))
  if (definition === undefined) return null
  const { id, type } = definition
  const wanted = foldName(value)
  const getValue = (node: PlannedNode): unknown => node.fields[id] ?? null
  if (wanted === 'none') return (node) => getValue(node) === null
  switch (type) {
    case 'text':
    case 'link':
      return (node) => foldName(readText(getValue(node))).includes(wanted)
    case 'choice':
      return (node) => foldName(readText(getValue(node))) === wanted
    case 'number':
      return createNumberTest(value, (node) => {
        const number = getValue(node)
        return typeof number === 'number' ? number : null
      })
    case 'date':
      return createDateTest(value, subjects, (node) => readText(getValue(node)) || null)
    case 'person':
      return createPersonTest(value, subjects, (node) => [readText(getValue(node))].filter((one) => one !== ''))
    case 'checkbox':
      return createCheckboxTest(wanted, getValue)
  }
}

const readText = (value: unknown): string => (typeof value === 'string' ? value : '')

function createCheckboxTest(wanted: string, getValue: (node: PlannedNode) => unknown): Test | null {
  if (['yes', 'true', 'checked'].includes(wanted)) return (node) => getValue(node) === true
  return ['no', 'false', 'unchecked'].includes(wanted) ? (node) => getValue(node) !== true : null
}
