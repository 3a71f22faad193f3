import {
  escapeHtml,
  exchangeLimits,
  type Layout,
  limits,
  measureChains,
  nodeFields,
  type NodeId,
  type NodeStatus,
  pickFields,
  positionsBetween,
  shortenText,
  toPlainText,
} from '@espalier/domain'
import { cleanHtml } from '../markup/html-text.ts'
import { ImportError, type ImportResult } from '../model/import-fault.ts'
import { importRemarkTexts } from '../model/import-texts.ts'
import type { FileDefinitions, InterchangeNode, ReadOptions } from '../model/project.ts'
import { appendAll, cleanOneLine } from '../model/text.ts'
import { linkBlockers } from './draft-blockers.ts'
import { PlanningReader } from '../planning/planning-reader.ts'
import type { PlanningWords } from '../planning/planning-words.ts'

/** Checks title and body against the limits that the server enforces later. */
export function checkTextLengths(title: string, body: string): { readonly title: string; readonly body: string } {
  const { titleCharacters, bodyCharacters } = exchangeLimits.paste
  if (title.length > titleCharacters || body.length > bodyCharacters)
    throw new ImportError('text-too-long', shortenText(title))
  return { title, body }
}

/** The fields of a node in a file, except its place. */
type DraftFields = Partial<Omit<InterchangeNode, 'id' | 'parentIds' | 'blockedByIds' | 'position' | 'transitions'>>

/** A node while its file is being read. */
export interface DraftNode extends DraftFields {
  title: string
  body: string
  status: NodeStatus
  readonly children: DraftNode[]
  /** Parents besides the primary one. */
  readonly extraParents: DraftNode[]
  /** The nodes of the file for which it waits. */
  readonly blockers: DraftNode[]
  /** Planning in words, for formats that know no ids. */
  readonly planning?: PlanningWords | undefined
  /** Comments of a file that is kept in step with a project: the id of the node, and conflicts. */
  readonly notes?: readonly string[]
}

/** Undefined: the file says nothing. */
type GivenFields = { readonly [Field in keyof DraftFields]: DraftFields[Field] | undefined } & Pick<
  DraftNode,
  'planning'
>

/** Written out and then extended: an object made by spreading takes several times as long, and a file has thousands. */
export function draftNode(fields: GivenFields = {}): DraftNode {
  const made: DraftNode = {
    title: fields.title ?? '',
    body: fields.body ?? '',
    status: fields.status ?? 'todo',
    children: [],
    extraParents: [],
    blockers: [],
  }
  if (fields.planning !== undefined) Object.assign(made, { planning: fields.planning })
  return Object.assign(made, pickFields(optionalFields, fields))
}

/** The fields that a file may leave out. */
const optionalFields = nodeFields.inFiles.filter(
  ({ name, merge }) => merge === 'last-writer' && name !== 'title' && name !== 'body' && name !== 'status',
)

export interface ProjectHeader {
  readonly title?: string | undefined
  readonly body?: string | undefined
  readonly layout?: Layout | undefined
  /** The lists of the file, to which the planning of its nodes refers by name. */
  readonly lists?: FileDefinitions | undefined
  /** The id that the file gives a node; those of other nodes are made up. No two may be the same. */
  readonly findId?: (draft: DraftNode) => NodeId | undefined
  /** True if a checkbox counts more than the category of a stage: somebody has ticked it. */
  readonly keepsStatus?: boolean
  /** The ids of nodes by titles that they had before, folded. */
  readonly formerTitles?: ReadonlyMap<string, NodeId>
}

interface PlacedDraft {
  readonly draft: DraftNode
  readonly parentId: NodeId | null
  readonly depth: number
  readonly position: number
}

/**
 * Builds a project from what a reader found. Refuses too much; a link that would close a cycle is omitted with a
 * remark.
 */
export function buildProject(
  header: ProjectHeader,
  roots: readonly DraftNode[],
  options: ReadOptions,
): ImportResult & { ok: true } {
  const ids = new Map<DraftNode, NodeId>()
  const found = flattenDrafts(roots, ids, header.findId)
  const parents = new Map<NodeId, NodeId[]>()
  for (const { draft: made, parentId } of found) parents.set(getDraftId(ids, made), parentId === null ? [] : [parentId])
  const leftOut = addExtraParents(found, ids, parents)
  const chains = measureChains(parents.keys(), (id) => parents.get(id) ?? [])
  for (const length of chains.lengths.values()) if (length > limits.chainNodes) throw new ImportError('too-deep')
  const { layout, lists = {} } = header
  const planning = new PlanningReader(lists, options)
  planning.survey(found.map(({ draft }) => draft.planning))
  const drafts = found.map(({ draft }) => draft)
  const {
    blockedByIds,
    unknown,
    leftOut: waitsLeftOut,
  } = linkBlockers(drafts, { ids, parents, formerTitles: header.formerTitles })
  const nodes = found.map((rooted) => {
    const { draft } = rooted
    const { planning: words } = draft
    const planned = words === undefined ? null : planning.read({ ...words, after: unknown.get(draft) }, draft.status)
    if (planned !== null) draft.body += planned.notes.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
    const node = toProjectNode(rooted, getDraftId(ids, draft), parents, options)
    const blockers = blockedByIds.get(node.id) ?? []
    if (blockers.length > 0) Object.assign(node, { blockedByIds: blockers })
    if (planned === null) return node
    return Object.assign(
      node,
      planned.values,
      planned.status === undefined || header.keepsStatus === true ? {} : { status: planned.status },
    )
  })
  const remarks = [
    ...(leftOut === 0 ? [] : [importRemarkTexts.linksLeftOut(leftOut)]),
    ...(waitsLeftOut === 0 ? [] : [importRemarkTexts.waitsLeftOut(waitsLeftOut)]),
    ...planning.remarks,
  ]
  return {
    ok: true,
    value: {
      title: chooseTitle(header, nodes, options),
      body: (options.clean ?? cleanHtml)(header.body ?? ''),
      ...(layout !== undefined && { layout }),
      ...planning.definitions,
      nodes,
    },
    remarks,
  }
}

const getDraftId = (ids: ReadonlyMap<DraftNode, NodeId>, made: DraftNode): NodeId => ids.get(made) ?? ''

function flattenDrafts(
  roots: readonly DraftNode[],
  ids: Map<DraftNode, NodeId>,
  findId: ProjectHeader['findId'],
): readonly PlacedDraft[] {
  const found: PlacedDraft[] = []
  const waiting: PlacedDraft[] = placeDrafts(roots, null, 1)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.depth > limits.chainNodes) throw new ImportError('too-deep')
    found.push(next)
    if (found.length > exchangeLimits.files.nodes) throw new ImportError('too-many-nodes')
    const id = findId?.(next.draft) ?? `n${found.length}`
    ids.set(next.draft, id)
    for (const child of placeDrafts(next.draft.children, id, next.depth + 1)) waiting.push(child)
  }
  return found
}

/** The last one comes first, because they are taken from the end. */
function placeDrafts(drafts: readonly DraftNode[], parentId: NodeId | null, depth: number): PlacedDraft[] {
  const positions = positionsBetween(undefined, undefined, drafts.length)
  return drafts.map((made, index) => ({ draft: made, parentId, depth, position: positions[index] ?? 0 })).toReversed()
}

/** Returns how many were omitted. The work is bounded: a file made of links alone must not keep a page busy. */
function addExtraParents(
  found: readonly PlacedDraft[],
  ids: ReadonlyMap<DraftNode, NodeId>,
  parents: Map<NodeId, NodeId[]>,
): number {
  let leftOut = 0
  const budget = { steps: exchangeLimits.files.linkSteps }
  for (const { draft: made } of found) {
    const own = parents.get(getDraftId(ids, made)) ?? []
    for (const extra of made.extraParents) {
      const id = ids.get(extra)
      if (id === undefined || own.includes(id) || isAbove(getDraftId(ids, made), id, parents, budget)) leftOut += 1
      else own.push(id)
    }
  }
  return leftOut
}

/** Tells whether a node equals another or is above it; once the budget is spent, it counts as above. */
function isAbove(
  id: NodeId,
  below: NodeId,
  parents: ReadonlyMap<NodeId, readonly NodeId[]>,
  budget: { steps: number },
): boolean {
  const seen = new Set([below])
  for (const at of seen) {
    budget.steps -= 1
    if (at === id || budget.steps < 0) return true
    for (const parentId of parents.get(at) ?? []) seen.add(parentId)
  }
  return false
}

function toProjectNode(
  { draft: made, position }: PlacedDraft,
  id: NodeId,
  parents: ReadonlyMap<NodeId, readonly NodeId[]>,
  options: ReadOptions,
): InterchangeNode {
  const { clean = cleanHtml } = options
  const { title, body } = checkTextLengths(clean(made.title), clean(made.body))
  const parentIds = parents.get(id) ?? []
  const node: InterchangeNode = { id, parentIds, title, body, status: made.status, position, hideChildren: false }
  return Object.assign(node, parseOptionalFields(made))
}

function parseOptionalFields(made: DraftNode): Readonly<Record<string, unknown>> {
  const values = made as object as Readonly<Record<string, unknown>>
  const parsed: Record<string, unknown> = {}
  for (const { name, parse, parseImported = parse } of optionalFields) {
    const value = values[name] === undefined ? undefined : parseImported(values[name])
    if (value !== undefined) parsed[name] = value
  }
  return parsed
}

export const untitledProject = 'Imported project'

function chooseTitle({ title = '' }: ProjectHeader, nodes: readonly InterchangeNode[], options: ReadOptions): string {
  const root = nodes[0]
  const named = [title, getFileBaseName(options), root === undefined ? '' : toPlainText(root.title), untitledProject]
  return named.map(cleanOneLine).find((text) => text !== '') ?? untitledProject
}

const getFileBaseName = ({ fileName = '' }: ReadOptions): string =>
  fileName.replace(/^.*[\\/]/u, '').replace(/\.[^.]*$/u, '')

/** Puts several roots of a foreign file under one with its title, because a map has one root. */
export function joinUnderOneRoot(
  title: string,
  roots: readonly DraftNode[],
  options: ReadOptions,
): readonly DraftNode[] {
  if (roots.length < 2) return roots
  const root = draftNode({
    title: escapeHtml(cleanOneLine(title) || cleanOneLine(getFileBaseName(options)) || untitledProject),
  })
  appendAll(root.children, roots)
  return [root]
}
