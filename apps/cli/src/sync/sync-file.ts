import type { NodeId } from '@espalier/domain'
import { type FileConflict, type SyncedFile, writeMarkdownText, writeSyncedMarkdown } from '@espalier/interchange'
import type { SentProject, TransportResult } from '@espalier/sync'
import { type MergedPlans, mergePlans, type PlanConflict } from './merge-plans.ts'
import {
  createPlan,
  getPlainTitle,
  isSamePlan,
  isSameValue,
  ownFieldPrefix,
  type Plan,
  toPlan,
} from './plan-document.ts'
import { type PlannedRequest, toPlannedRequests } from './plan-requests.ts'
import {
  assignIds,
  findNewTags,
  type ProjectSnapshot,
  putBelowRoot,
  readFile,
  toInterchangeProject,
  toShownPlan,
} from './read-plan.ts'
import { RefusedEdits } from './refused-edits.ts'
import { settleBase } from './settle-base.ts'
import { syncTexts } from './texts.ts'
import {
  type FileParts,
  joinFile,
  type PendingBatch,
  type PendingOperation,
  splitFile,
  type SyncState,
  type SyncStorage,
  type SyncTarget,
} from './sync-state.ts'

/** The server of a project, as far as a file needs it. The methods throw if it cannot be reached or refuses everything. */
export interface SyncRemote {
  read(): Promise<ProjectSnapshot>
  send(operations: readonly PendingOperation[], clientId: string): Promise<readonly TransportResult<unknown>[]>
  /** Resolves to false if it may not. */
  changeProject(fields: Partial<Pick<SentProject, 'title' | 'tags'>>): Promise<boolean>
}

export interface SyncOptions {
  readonly target: SyncTarget
  readonly storage: SyncStorage
  readonly remote: SyncRemote
  readonly newId: () => string
}

export interface SyncReport {
  /** How many nodes the file created, changed or deleted in the project. */
  readonly sent: number
  readonly isFileWritten: boolean
  /** How many conflicts are marked in the file. */
  readonly conflicts: number
}

/** The token may not do what the file asks for. The file stays as it is. */
export class DeniedEdits extends Error {}

const deniedCodes: readonly string[] = ['FORBIDDEN', 'UNAUTHENTICATED']

/** Somebody edits the file again and again while it is being synced. */
const mostRounds = 8

/**
 * Makes the file and the branch equal. What one side has changed goes to the other; if both have changed the same value,
 * the project's stays and the file's is marked. It can be killed at any moment and called again.
 */
export async function syncFile(options: SyncOptions): Promise<SyncReport> {
  const run = new SyncRun(options)
  for (let round = 0; round < mostRounds; round += 1) {
    const report = await run.runRound()
    if (report !== null) return report
  }
  throw new DeniedEdits(syncTexts.keepsChanging)
}

interface Round {
  readonly text: string | null
  readonly parts: FileParts
  readonly snapshot: ProjectSnapshot
  readonly shown: Plan
  /** The title of the project, as a file shows it. */
  readonly heading: string
  readonly read: SyncedFile | null
  /** The nodes of the file with the ids of the project. */
  readonly file: Plan
}

class SyncRun {
  readonly #options: SyncOptions
  readonly #refused = new RefusedEdits()
  #sent = 0
  #isRenamed = false

  constructor(options: SyncOptions) {
    this.#options = options
  }

  /** Returns null if something was sent or changed meanwhile, so that both sides have to be compared again. */
  async runRound(): Promise<SyncReport | null> {
    const { storage, remote, newId, target } = this.#options
    const text = await storage.readText()
    const parts = splitFile(text ?? '')
    const stored = await this.#readState(text, parts)
    const snapshot = await remote.read()
    const { plan: shown, heading } = toShownPlan(snapshot, target.nodeId)
    const { pending } = stored
    const lastFile = pending === null ? null : createPlan(pending.file)
    const isUnsure = pending !== null && pending.operations.length > 0
    const base = isUnsure
      ? settleBase(createPlan(stored.base), createPlan(pending.agreed), shown)
      : createPlan(stored.base)
    const state: SyncState = { ...stored, base: [...base.values()], pending: null }
    const known = new Map([...shown, ...base, ...(lastFile ?? [])])
    const read = parts.markdown.trim() === '' ? null : this.#read(parts, snapshot, state)
    if (read !== null && (await this.#addTags(read, snapshot))) return null
    const isUsable = (id: NodeId): boolean => known.has(id) && !this.#refused.isGone(id)
    const candidates = createPlan([...(lastFile ?? known).values()].filter(({ id }) => isUsable(id)))
    const plan = read === null ? shown : assignIds(toPlan(read.project), candidates, isUsable, newId)
    const file = putBelowRoot(plan, findRoot(shown))
    const round: Round = { text, parts, snapshot, shown, heading, read, file }
    const merged = this.#refused.filter(mergePlans({ base, file: round.file, project: shown }))
    if (await this.#rename(round, state)) return null
    const records = new Map(snapshot.nodes.map((node) => [node.id, node]))
    const requests = toPlannedRequests(merged, records, new Set(shown.keys()))
    if (requests.length === 0) return this.#finish(round, merged, state)
    await this.#sendEdits(requests, merged, round, { ...state, pending })
    return null
  }

  /** Returns the state that the file is based on. A file that is missing or empty starts again. */
  async #readState(text: string | null, { marker, markdown }: FileParts): Promise<SyncState> {
    const { storage, target, newId } = this.#options
    const stored = await storage.readState()
    const isSame = stored !== null && isSameValue([stored.projectId, stored.nodeId], [target.projectId, target.nodeId])
    if (!isSame || text === null || markdown.trim() === '') {
      const start = { version: 1, revision: 0, title: '', base: [], names: [], next: null, pending: null } as const
      return { ...start, ...target, clientId: stored?.clientId ?? newId() }
    }
    const { next } = stored
    return next !== null && marker?.revision === next.revision ? { ...stored, ...next, next: null } : stored
  }

  async #send(pending: PendingBatch, state: SyncState): Promise<void> {
    const results = await this.#options.remote.send(pending.operations, state.clientId)
    const refused = pending.operations.filter((_, index) => results[index]?.ok !== true)
    const agreed = new Map(createPlan(pending.agreed))
    const base = createPlan(state.base)
    for (const { nodeId } of refused) {
      const former = base.get(nodeId)
      if (former === undefined) agreed.delete(nodeId)
      else agreed.set(nodeId, former)
    }
    const settled = [...agreed.values()]
    // The ids of new nodes are in the file only when it is written.
    await this.#options.storage.writeState({ ...state, base: settled, pending: { ...pending, operations: [] } })
    this.#refused.addAll(refused)
    const denied = results.find((result) => !result.ok && deniedCodes.includes(result.code))
    if (denied !== undefined && !denied.ok) throw new DeniedEdits(denied.text)
  }

  #read({ markdown, marker }: FileParts, { project }: ProjectSnapshot, { names }: SyncState): SyncedFile {
    return readFile(markdown, { lists: project, names, hasHeading: marker !== null })
  }

  async #addTags(read: SyncedFile, { project }: ProjectSnapshot): Promise<boolean> {
    const { remote, newId } = this.#options
    const fresh = findNewTags(read.project, project, newId)
    if (fresh.size === 0) return false
    if (await remote.changeProject({ tags: [...project.tags, ...fresh.values()] })) return true
    throw new DeniedEdits(syncTexts.tagsRefused([...fresh.values()].map(({ name }) => name).join(', ')))
  }

  /** The heading is the title of the project. Returns whether it was changed there. */
  async #rename({ read, heading: title }: Round, state: SyncState): Promise<boolean> {
    const heading = read?.heading ?? ''
    const isRenamed = state.title !== '' && heading !== '' && heading !== state.title && title === state.title
    if (!isRenamed || this.#isRenamed) return false
    this.#isRenamed = true
    return this.#options.remote.changeProject({ title: heading })
  }

  async #sendEdits(
    requests: readonly PlannedRequest[],
    merged: MergedPlans,
    round: Round,
    state: SyncState,
  ): Promise<void> {
    const { storage, newId } = this.#options
    // An operation that an earlier run may have sent keeps its id, so that the server does it once.
    const known = new Map(state.pending?.operations.map(({ id, request }) => [JSON.stringify(request), id]))
    const operations = requests.map((planned) => ({
      ...planned,
      id: known.get(JSON.stringify(planned.request)) ?? newId(),
    }))
    const pending = { operations, agreed: [...merged.agreed.values()], file: [...round.file.values()] }
    // From here on the next run knows what this one wanted, whatever happens to it.
    await storage.writeState({ ...state, pending })
    await this.#send(pending, state)
    this.#sent += new Set(operations.map(({ nodeId }) => nodeId)).size
  }

  /** Both sides agree, so the file is written as the project is. */
  async #finish(round: Round, { conflicts }: MergedPlans, state: SyncState): Promise<SyncReport | null> {
    const { storage, target } = this.#options
    const { text, parts, snapshot, shown, heading, read } = round
    const marks = collectMarks(round, [...conflicts, ...this.#refused.conflicts])
    const conflictCount = [...marks.values()].flat().length
    const names = Array.from(shown.values(), (node) => [getPlainTitle(node), node.id] as const)
    // A line that names another by its former title is written again, as long as that title is known.
    const isNamed = read !== null && !isSameValue(names, state.names)
    const reread = isNamed ? this.#read(parts, snapshot, { ...state, names: [] }) : read
    const isSame =
      reread !== null &&
      parts.marker !== null &&
      reread.heading === heading &&
      isSameValue([...marks], [...reread.conflicts]) &&
      isSamePlan(toPlan(reread.project), shown)
    const agreed = { title: heading, base: [...shown.values()], names }
    const settled: SyncState = { ...state, ...agreed, next: null, pending: null }
    if (isSame) {
      if (!isSameValue(settled, await storage.readState())) await storage.writeState(settled)
      return { sent: this.#sent, isFileWritten: false, conflicts: conflictCount }
    }
    const revision = Math.max(state.revision, parts.marker?.revision ?? 0) + 1
    const project = toInterchangeProject(snapshot, target.nodeId)
    const file: SyncedFile = {
      project,
      heading: snapshot.project.title,
      preamble: read?.preamble ?? [],
      conflicts: marks,
    }
    const written = joinFile({ ...parts, markdown: writeSyncedMarkdown(file), marker: { ...target, revision } })
    await storage.writeState({ ...state, pending: null, next: { revision, ...agreed } })
    if ((await storage.readText()) !== text) return null
    await storage.writeText(written)
    await storage.writeState({ ...settled, revision })
    return { sent: this.#sent, isFileWritten: true, conflicts: conflictCount }
  }
}

/** The only root, which a file cannot remove. */
function findRoot(shown: Plan) {
  const roots = [...shown.values()].filter(({ parentId }) => parentId === null)
  return roots.length === 1 ? roots[0] : undefined
}

/** Marks stay until somebody removes them from the file. Those of nodes that are gone are shown at the root. */
function collectMarks(
  { read, shown, file }: Round,
  conflicts: readonly PlanConflict[],
): ReadonlyMap<NodeId, readonly FileConflict[]> {
  const marks = new Map<NodeId, readonly FileConflict[]>()
  const [root] = shown.keys()
  const add = (nodeId: NodeId, mark: FileConflict): void => {
    const place = shown.has(nodeId) ? nodeId : root
    if (place === undefined) return
    const known = marks.get(place) ?? []
    if (!known.some((one) => isSameValue(one, mark))) marks.set(place, [...known, mark])
  }
  for (const [nodeId, list] of read?.conflicts ?? []) for (const mark of list) add(nodeId, mark)
  for (const { nodeId, field, value } of conflicts) {
    const parentId = file.get(nodeId)?.parentId ?? ''
    const at = field === 'child' && !shown.has(nodeId) ? findShown(parentId, file, shown) : nodeId
    add(at, { field: field.startsWith(ownFieldPrefix) ? 'field' : field, text: describeValue(field, value, file) })
  }
  return marks
}

function findShown(id: NodeId, file: Plan, shown: Plan): NodeId {
  let at = id
  while (!shown.has(at) && file.has(at)) at = file.get(at)?.parentId ?? ''
  return at
}

function describeValue(field: string, value: unknown, file: Plan): string {
  if (field === 'title' || field === 'body') return writeMarkdownText(field, String(value))
  const node = field === 'place' ? file.get(String(value)) : undefined
  if (node !== undefined) return getPlainTitle(node)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
