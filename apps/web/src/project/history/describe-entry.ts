import { type NodeField, nodeFields, type NodeStatus } from '@espalier/domain'
import type { HistoryChange, HistoryEntry } from '../../api/history.ts'
import { type ChangedNodes, type HistoryActor, historyTexts } from '../../texts/history.ts'

type ChangedFields = Readonly<Record<string, unknown>>
interface NodeTitle {
  readonly id: string
  readonly title: string
}

/**
 * Returns the sentences about a change, one for each changed field: '<who>Ada</who> renamed “Pear” to “Quince”'. The
 * tags emphasize the person.
 */
export function describeHistoryEntry(entry: HistoryEntry, by: HistoryActor): readonly string[] {
  const sentences = describeKinds[entry.kind](entry, by)
  return entry.undoes === null ? sentences : sentences.map((sentence) => historyTexts.byUndo(sentence))
}

type DescribeKind = (entry: HistoryEntry, by: HistoryActor) => readonly string[]

const describeKinds: Readonly<Record<HistoryEntry['kind'], DescribeKind>> = {
  project_created: (_entry, by) => [historyTexts.project.created(by)],
  project_updated({ changes }, by) {
    const sentences = changes.flatMap((change) => describeProjectChange(change, by))
    return sentences.length > 0 ? sentences : [historyTexts.project.changed(by)]
  },
  nodes_created({ changes, nodeCount }, by) {
    const nodes = { title: changes[0]?.title ?? '', count: nodeCount }
    const [parent] = readParents(changes[0]?.after)
    const { added, addedTo } = historyTexts.nodes
    return [parent === undefined ? added(by, nodes) : addedTo(by, nodes, parent.title)]
  },
  nodes_deleted({ changes, nodeCount, undoes }, by) {
    const first = changes.find(({ after }) => toChangedFields(after)['isDeleted'] === true)
    const nodes = { title: first?.title ?? '', count: nodeCount }
    const { deleted, branchDeleted } = historyTexts.nodes
    // An undone creation deletes nodes that need not be below the first.
    return [nodeCount > 1 && undoes === null ? branchDeleted(by, nodes) : deleted(by, nodes)]
  },
  nodes_restored: ({ changes, nodeCount }, by) => [
    historyTexts.nodes.restored(by, { title: changes[0]?.title ?? '', count: nodeCount }),
  ],
  nodes_changed: describeChangedNodes,
}

const toChangedFields = (values: unknown): ChangedFields => (values ?? {}) as ChangedFields
const toTitle = (value: unknown): string => (typeof value === 'string' ? value : '')
const readTitles = (values: unknown, field: 'parents' | 'blockers'): readonly NodeTitle[] =>
  (toChangedFields(values)[field] ?? []) as readonly NodeTitle[]
const readParents = (values: unknown): readonly NodeTitle[] => readTitles(values, 'parents')
const listTitles = (found: readonly NodeTitle[]): readonly string[] => found.map(({ title }) => title)

/**
 * Describes every field of a single node; for several nodes the first one stands for all, because they changed alike.
 */
function describeChangedNodes({ changes, nodeCount }: HistoryEntry, by: HistoryActor): readonly string[] {
  const [change] = changes
  if (change === undefined) return [historyTexts.nodes.rearranged(by)]
  const nodes = { title: change.title, count: nodeCount }
  const [before, after] = [toChangedFields(change.before), toChangedFields(change.after)]
  const described = allFields.filter(([field]) => field in after && !isCovered(field, after))
  const sentences = described.map(([, describe]) => describe({ by, nodes, before, after }))
  return sentences.length > 0 ? sentences : [historyTexts.nodes.changed(by, nodes)]
}

/** A new place has a position, and a new status has a stage. */
const isCovered = (field: string, after: ChangedFields): boolean =>
  (field === 'position' && 'parents' in after) || (field === 'stageId' && 'status' in after)

interface ChangeDetails {
  readonly by: HistoryActor
  readonly nodes: ChangedNodes
  readonly before: ChangedFields
  readonly after: ChangedFields
}

type DescribedField = readonly [field: string, describe: (details: ChangeDetails) => string]

const describedFields: readonly DescribedField[] = [
  ['title', describeRename],
  ['status', ({ by, nodes, after }) => historyTexts.nodes.marked[after['status'] as NodeStatus](by, nodes)],
  ['parents', describeMove],
  ['blockers', describeBlockers],
  ['position', ({ by, nodes }) => historyTexts.nodes.reordered(by, nodes)],
  ['body', ({ by, nodes }) => historyTexts.nodes.described(by, nodes)],
  [
    'hideChildren',
    ({ by, nodes, after }) => historyTexts.nodes[after['hideChildren'] === true ? 'folded' : 'unfolded'](by, nodes),
  ],
  ['commentCount', describeComments],
  ['backgroundColor', ({ by, nodes }) => historyTexts.nodes.colored(by, nodes)],
  [
    'processing',
    ({ by, nodes, after }) =>
      historyTexts.nodes[after['processing'] === true ? 'breakdownStarted' : 'breakdownFinished'](by, nodes),
  ],
  [
    'projectLink',
    ({ by, nodes, after }) =>
      historyTexts.nodes[after['projectLink'] === null ? 'unlinkedFromProject' : 'linkedToProject'](by, nodes),
  ],
  [
    'externalKey',
    ({ by, nodes, after: { externalKey: key } }) =>
      key === null
        ? historyTexts.nodes.unlinkedFromIssue(by, nodes)
        : historyTexts.nodes.linkedToIssue(by, nodes, String(key)),
  ],
]

/** A field without a sentence of its own is described by its label, which follows the language. */
const allFields: readonly DescribedField[] = [
  ...describedFields,
  ...nodeFields.editable
    .filter(({ name }) => !describedFields.some(([field]) => field === name))
    .map((field): DescribedField => [field.name, (details) => describeField(field, details)]),
]

/** Values that people can read as they are stored. The others are ids or lists. */
const readableFields: ReadonlySet<string> = new Set(['startDate', 'dueDate', 'estimate', 'priority'])

function describeField({ name, label, default: none }: NodeField, { by, nodes, after }: ChangeDetails): string {
  const { fieldChanged, fieldRemoved, fieldSet } = historyTexts.nodes
  if (!readableFields.has(name)) return fieldChanged(by, nodes, label)
  return after[name] === none ? fieldRemoved(by, nodes, label) : fieldSet(by, nodes, label, String(after[name]))
}

function describeRename({ by, nodes, before, after }: ChangeDetails): string {
  const { named, renamed, severalRenamed } = historyTexts.nodes
  const title = toTitle(after['title'])
  if (nodes.count > 1) return severalRenamed(by, nodes, title)
  return 'title' in before ? renamed(by, toTitle(before['title']), title) : named(by, title)
}

function describeComments({ by, nodes, before, after }: ChangeDetails): string {
  const isDeleted = Number(after['commentCount']) < Number(before['commentCount'] ?? 0)
  return historyTexts.nodes[isDeleted ? 'commentDeleted' : 'commented'](by, nodes)
}

function describeBlockers({ by, nodes, before, after }: ChangeDetails): string {
  const [from, to] = [readTitles(before, 'blockers'), readTitles(after, 'blockers')]
  const gained = to.filter(({ id }) => !from.some((one) => one.id === id))
  const lost = from.filter(({ id }) => !to.some((one) => one.id === id))
  const { blocked, unblocked, blockersChanged } = historyTexts.nodes
  if (lost.length === 0 && gained.length > 0) return blocked(by, nodes, listTitles(gained))
  if (gained.length === 0 && lost.length > 0) return unblocked(by, nodes, listTitles(lost))
  return blockersChanged(by, nodes)
}

function describeMove({ by, nodes, before, after }: ChangeDetails): string {
  const [from, to] = [readParents(before), readParents(after)]
  const gained = to.filter(({ id }) => !from.some((one) => one.id === id))
  const lost = from.filter(({ id }) => !to.some((one) => one.id === id))
  const { moved, movedTo, mainParentChanged, parentAdded, parentRemoved } = historyTexts.nodes
  if (!('parents' in before) || nodes.count > 1) return movedTo(by, nodes, listTitles(to))
  if (gained.length === 0 && lost.length === 0) return mainParentChanged(by, nodes)
  if (lost.length === 0 && from.length > 0) return parentAdded(by, nodes, listTitles(gained))
  if (gained.length === 0 && to.length > 0) return parentRemoved(by, nodes, listTitles(lost))
  return moved(by, nodes, listTitles(lost), listTitles(gained))
}

function describeProjectChange({ before: was, after: is }: HistoryChange, by: HistoryActor): readonly string[] {
  const [before, after] = [toChangedFields(was), toChangedFields(is)]
  return describedProjectFields
    .filter(([field]) => field in after)
    .map(([field, describe]) => describe(by, before[field], after[field]))
}

type DescribeProjectField = (by: HistoryActor, before: unknown, after: unknown) => string

const describedProjectFields: readonly (readonly [field: string, describe: DescribeProjectField])[] = [
  [
    'title',
    (by, before, after) =>
      before === undefined
        ? historyTexts.project.named(by, toTitle(after))
        : historyTexts.project.renamed(by, toTitle(before), toTitle(after)),
  ],
  ['body', (by) => historyTexts.project.described(by)],
  ['layout', (by) => historyTexts.project.turned(by)],
  ['json', (by) => historyTexts.project.json(by)],
  ['status', describeStatusChange],
  ['jiraSync', (by, _before, after) => historyTexts.project[after === true ? 'jiraSyncOn' : 'jiraSyncOff'](by)],
  ['jiraFields', (by) => historyTexts.project.jiraFieldsChanged(by)],
  ['jiraLinks', (by) => historyTexts.project.jiraFieldsChanged(by)],
  ['jiraEstimate', (by) => historyTexts.project.jiraFieldsChanged(by)],
  [
    'generalAccess',
    (by, _before, after) => historyTexts.project[after === 'anyone' ? 'openedToLink' : 'restricted'](by),
  ],
  [
    'editorsMayShare',
    (by, _before, after) => historyTexts.project[after === true ? 'editorsMayShare' : 'onlyOwnerMayShare'](by),
  ],
  ...(['tags', 'stages', 'fieldDefinitions', 'estimateUnit', 'views'] as const).map(
    (field): readonly [string, DescribeProjectField] => [field, (by) => historyTexts.project.listChanged[field](by)],
  ),
  ['people', (by, before, after) => describePeopleChange(by, Number(before ?? after), Number(after))],
]

function describeStatusChange(by: HistoryActor, before: unknown, after: unknown): string {
  const { project } = historyTexts
  if (after === 'deleted') return project.deleted(by)
  if (before === 'deleted') return project.undeleted(by)
  if (after === 'archived') return project.archived(by)
  if (before === 'archived') return project.unarchived(by)
  return after === 'active' ? project.activated(by) : project.deactivated(by)
}

function describePeopleChange(by: HistoryActor, before: number, after: number): string {
  if (after > before) return historyTexts.project.shared(by, after - before)
  if (after < before) return historyTexts.project.unshared(by, before - after)
  return historyTexts.project.rolesChanged(by)
}
