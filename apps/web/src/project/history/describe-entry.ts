import { formatQuantity, nodeFields, type NodeStatus } from '@espalier/domain'
import type { HistoryChange, HistoryEntry } from '../../api/history.ts'

type ChangedFields = Readonly<Record<string, unknown>>
interface ParentTitle {
  readonly id: string
  readonly title: string
}

/** Returns the phrase after the person's name: 'renamed “Pear” to “Quince”'. */
export function describeHistoryEntry(entry: HistoryEntry): string {
  const phrase = entryPhrases[entry.kind](entry)
  return entry.undoes === null ? phrase : `undid a change: ${phrase}`
}

const entryPhrases: Readonly<Record<HistoryEntry['kind'], (entry: HistoryEntry) => string>> = {
  project_created: () => 'created the project',
  project_updated: ({ changes }) => joinPhrases(changes.flatMap(describeProjectChange)) || 'changed the project',
  nodes_created: ({ changes, nodeCount }) =>
    `added ${listNodeNames(changes, nodeCount)}${describeFirstParent(changes[0])}`,
  nodes_deleted: ({ changes, nodeCount, undoes }) => {
    const deleted = changes.filter(({ after }) => toChangedFields(after)['isDeleted'] === true)
    return `deleted ${listNodeNames(deleted, nodeCount, undoes === null ? 'below it' : undefined)}`
  },
  nodes_restored: ({ changes, nodeCount }) => `brought back ${listNodeNames(changes, nodeCount)}`,
  nodes_changed: describeChangedNodes,
}

const toChangedFields = (values: unknown): ChangedFields => (values ?? {}) as ChangedFields
const quoteTitle = (title: unknown): string =>
  typeof title === 'string' && title !== '' ? `“${title}”` : 'an untitled node'
/** Returns “Pear”, or “Pear” and 12 more nodes. */
function listNodeNames(changes: readonly HistoryChange[], count: number, rest?: string): string {
  const first = quoteTitle(changes[0]?.title)
  if (count <= 1) return first
  return `${first} and ${rest === undefined ? formatQuantity(count - 1, 'more node', 'more nodes') : `${count - 1} ${rest}`}`
}

function describeFirstParent(change: HistoryChange | undefined): string {
  const [parent] = readParents(change?.after)
  return parent === undefined ? '' : ` below ${quoteTitle(parent.title)}`
}

const readParents = (values: unknown): readonly ParentTitle[] =>
  (toChangedFields(values)['parents'] ?? []) as readonly ParentTitle[]

const joinPhrases = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

const statusWords: Readonly<Record<NodeStatus, string>> = { todo: 'to do', progress: 'in progress', done: 'done' }

/**
 * Describes every field of a single node; for several nodes the first one stands for all, because they changed alike.
 */
function describeChangedNodes({ changes, nodeCount }: HistoryEntry): string {
  const [change] = changes
  if (change === undefined) return 'rearranged nodes'
  const what = nodeCount > 1 ? formatQuantity(nodeCount, 'node', 'nodes') : quoteTitle(change.title)
  const [before, after] = [toChangedFields(change.before), toChangedFields(change.after)]
  const described = allPhrases.filter(([field]) => field in after && !(field === 'position' && 'parents' in after))
  return (
    joinPhrases(described.map(([, describe]) => describe({ what, before, after, isOne: nodeCount <= 1 }))) ||
    `changed ${what}`
  )
}

interface ChangeDetails {
  readonly what: string
  readonly before: ChangedFields
  readonly after: ChangedFields
  readonly isOne: boolean
}

const fieldPhrases: readonly (readonly [string, (details: ChangeDetails) => string])[] = [
  ['title', describeRename],
  ['status', ({ what, after }) => `marked ${what} ${statusWords[after['status'] as NodeStatus]}`],
  ['parents', describeMove],
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

/** A field without a phrase is described by its name. */
const allPhrases = [
  ...fieldPhrases,
  ...nodeFields.editable
    .filter(({ name }) => !fieldPhrases.some(([field]) => field === name))
    .map(({ name, label }): (typeof fieldPhrases)[number] => [name, ({ what }) => `changed the ${label} of ${what}`]),
]

function describeRename({ what, before, after, isOne }: ChangeDetails): string {
  if (!isOne) return `renamed ${what} to ${quoteTitle(after['title'])}`
  return `renamed ${'title' in before ? quoteTitle(before['title']) : 'a node'} to ${quoteTitle(after['title'])}`
}

function describeMove({ what, before, after, isOne }: ChangeDetails): string {
  const [from, to] = [readParents(before), readParents(after)]
  const gained = to.filter(({ id }) => !from.some((one) => one.id === id))
  const lost = from.filter(({ id }) => !to.some((one) => one.id === id))
  if (!('parents' in before) || !isOne) return `moved ${what} to ${listParentTitles(to)}`
  if (gained.length === 0 && lost.length === 0) return `changed the main parent of ${what}`
  if (lost.length === 0 && from.length > 0) return `linked ${what} below ${listParentTitles(gained)} too`
  if (gained.length === 0 && to.length > 0) return `removed ${what} from below ${listParentTitles(lost)}`
  return `moved ${what} from ${listParentTitles(lost)} to ${listParentTitles(gained)}`
}

const listParentTitles = (parents: readonly ParentTitle[]): string =>
  parents.length === 0 ? 'the top level' : joinPhrases(parents.map(({ title }) => quoteTitle(title)))

function describeProjectChange({ before: was, after: is }: HistoryChange): readonly string[] {
  const [before, after] = [toChangedFields(was), toChangedFields(is)]
  return projectFieldPhrases
    .filter(([field]) => field in after)
    .map(([field, describe]) => describe(before[field], after[field]))
}

const projectFieldPhrases: readonly (readonly [string, (before: unknown, after: unknown) => string])[] = [
  [
    'title',
    (before, after) =>
      before === undefined
        ? `renamed the project to ${quoteTitle(after)}`
        : `renamed the project from ${quoteTitle(before)} to ${quoteTitle(after)}`,
  ],
  ['body', () => 'changed the description of the project'],
  ['layout', () => 'turned the tree'],
  ['json', () => 'changed the JSON of the project'],
  ['status', describeStatusChange],
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
  ['people', (before, after) => describePeopleChange(Number(before ?? after), Number(after))],
]

function describeStatusChange(before: unknown, after: unknown): string {
  if (after === 'deleted') return 'moved the project to the trash'
  if (before === 'deleted') return 'took the project out of the trash'
  if (after === 'archived') return 'archived the project'
  return before === 'archived' ? 'took the project out of the archive' : `made the project ${String(after)}`
}

function describePeopleChange(before: number, after: number): string {
  if (after > before) return `shared the project with ${formatQuantity(after - before, 'more person', 'more people')}`
  if (after < before) return `stopped sharing the project with ${formatQuantity(before - after, 'person', 'people')}`
  return 'changed who may edit the project'
}
