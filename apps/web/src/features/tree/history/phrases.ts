import type { NodeStatus } from '@espalier/domain'
import type { HistoryEntry, PastChange } from '../../../data/history/index.ts'

type Fields = Readonly<Record<string, unknown>>
interface Parent {
  readonly id: string
  readonly title: string
}

/** What an entry says after the person's name: 'renamed “Pear” to “Quince”'. */
export function phraseOf(entry: HistoryEntry): string {
  const phrase = phrases[entry.kind](entry)
  return entry.undoes === null ? phrase : `undid a change: ${phrase}`
}

const phrases: Readonly<Record<HistoryEntry['kind'], (entry: HistoryEntry) => string>> = {
  project_created: () => 'created the project',
  project_updated: ({ changes }) => joined(changes.flatMap(projectPhrases)) || 'changed the project',
  nodes_created: ({ changes, nodeCount }) => `added ${namesOf(changes, nodeCount)}${belowWhom(changes[0])}`,
  nodes_deleted: ({ changes, nodeCount, undoes }) => {
    const deleted = changes.filter(({ after }) => fieldsOf(after)['isDeleted'] === true)
    return `deleted ${namesOf(deleted, nodeCount, undoes === null ? 'below it' : undefined)}`
  },
  nodes_restored: ({ changes, nodeCount }) => `brought back ${namesOf(changes, nodeCount)}`,
  nodes_changed: changedPhrase,
}

const fieldsOf = (values: unknown): Fields => (values ?? {}) as Fields
const quoted = (title: unknown): string =>
  typeof title === 'string' && title !== '' ? `“${title}”` : 'an untitled node'
const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** “Pear”, or “Pear” and 12 more nodes. */
function namesOf(changes: readonly PastChange[], count: number, rest?: string): string {
  const first = quoted(changes[0]?.title)
  if (count <= 1) return first
  return `${first} and ${rest === undefined ? counted(count - 1, 'more node', 'more nodes') : `${count - 1} ${rest}`}`
}

function belowWhom(change: PastChange | undefined): string {
  const [parent] = parentsIn(change?.after)
  return parent === undefined ? '' : ` below ${quoted(parent.title)}`
}

const parentsIn = (values: unknown): readonly Parent[] => (fieldsOf(values)['parents'] ?? []) as readonly Parent[]

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

const statusWords: Readonly<Record<NodeStatus, string>> = { todo: 'to do', progress: 'in progress', done: 'done' }

/** Of one node each field is told; of many what the first of them tells, for they were changed alike. */
function changedPhrase({ changes, nodeCount }: HistoryEntry): string {
  const [change] = changes
  if (change === undefined) return 'rearranged nodes'
  const what = nodeCount > 1 ? counted(nodeCount, 'node', 'nodes') : quoted(change.title)
  const [before, after] = [fieldsOf(change.before), fieldsOf(change.after)]
  const told = fieldPhrases.filter(([field]) => field in after && !(field === 'position' && 'parents' in after))
  return joined(told.map(([, tell]) => tell({ what, before, after, isOne: nodeCount <= 1 }))) || `changed ${what}`
}

interface Told {
  readonly what: string
  readonly before: Fields
  readonly after: Fields
  readonly isOne: boolean
}

const fieldPhrases: readonly (readonly [string, (told: Told) => string])[] = [
  ['title', renamed],
  ['status', ({ what, after }) => `marked ${what} ${statusWords[after['status'] as NodeStatus]}`],
  ['parents', moved],
  ['position', ({ what }) => `moved ${what} among ${what.startsWith('“') ? 'its' : 'their'} siblings`],
  ['body', ({ what }) => `changed the description of ${what}`],
  ['hideChildren', ({ what, after }) => `${after['hideChildren'] === true ? 'folded' : 'unfolded'} ${what}`],
  ['backgroundColor', ({ what }) => `coloured ${what}`],
  ['processing', ({ what, after }) => `${after['processing'] === true ? 'began' : 'finished'} breaking down ${what}`],
  [
    'projectLink',
    ({ what, after }) =>
      after['projectLink'] === null ? `removed the link of ${what}` : `linked ${what} to a project`,
  ],
  [
    'externalKey',
    ({ what, after, isOne }) =>
      after['externalKey'] === null
        ? `took ${what} off the issue tracker`
        : `linked ${what} to ${isOne ? String(after['externalKey']) : 'their issues'}`,
  ],
]

function renamed({ what, before, after, isOne }: Told): string {
  if (!isOne) return `renamed ${what} to ${quoted(after['title'])}`
  return `renamed ${'title' in before ? quoted(before['title']) : 'a node'} to ${quoted(after['title'])}`
}

function moved({ what, before, after, isOne }: Told): string {
  const [from, to] = [parentsIn(before), parentsIn(after)]
  const gained = to.filter(({ id }) => !from.some((one) => one.id === id))
  const lost = from.filter(({ id }) => !to.some((one) => one.id === id))
  if (!('parents' in before) || !isOne) return `moved ${what} to ${placeOf(to)}`
  if (gained.length === 0 && lost.length === 0) return `changed the main parent of ${what}`
  if (lost.length === 0 && from.length > 0) return `linked ${what} below ${placeOf(gained)} too`
  if (gained.length === 0 && to.length > 0) return `removed ${what} from below ${placeOf(lost)}`
  return `moved ${what} from ${placeOf(lost)} to ${placeOf(gained)}`
}

const placeOf = (parents: readonly Parent[]): string =>
  parents.length === 0 ? 'the top level' : joined(parents.map(({ title }) => quoted(title)))

function projectPhrases({ before: was, after: is }: PastChange): readonly string[] {
  const [before, after] = [fieldsOf(was), fieldsOf(is)]
  return projectFields.filter(([field]) => field in after).map(([field, tell]) => tell(before[field], after[field]))
}

const projectFields: readonly (readonly [string, (before: unknown, after: unknown) => string])[] = [
  [
    'title',
    (before, after) =>
      before === undefined
        ? `renamed the project to ${quoted(after)}`
        : `renamed the project from ${quoted(before)} to ${quoted(after)}`,
  ],
  ['body', () => 'changed the description of the project'],
  ['layout', () => 'turned the tree'],
  ['json', () => 'changed the JSON of the project'],
  ['status', statusPhrase],
  ['jiraSync', (_before, after) => `turned the Jira sync ${after === true ? 'on' : 'off'}`],
  [
    'generalAccess',
    (_before, after) =>
      after === 'anyone' ? 'let anyone with the link view the project' : 'restricted the project to named people',
  ],
  [
    'editorsMayShare',
    (_before, after) => (after === true ? 'let editors change who has access' : 'kept sharing to the owner'),
  ],
  ['people', (before, after) => peoplePhrase(Number(before ?? after), Number(after))],
]

function statusPhrase(before: unknown, after: unknown): string {
  if (after === 'deleted') return 'moved the project to the trash'
  if (before === 'deleted') return 'took the project out of the trash'
  if (after === 'archived') return 'archived the project'
  return before === 'archived' ? 'took the project out of the archive' : `made the project ${String(after)}`
}

function peoplePhrase(before: number, after: number): string {
  if (after > before) return `shared the project with ${counted(after - before, 'more person', 'more people')}`
  if (after < before) return `stopped sharing the project with ${counted(before - after, 'person', 'people')}`
  return 'changed who may edit the project'
}
