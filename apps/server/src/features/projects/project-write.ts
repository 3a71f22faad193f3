import type { EditableGraph, NodeStatus, ProjectDefinitions, Role, Transition } from '@espalier/domain'

import { appendChanges, type ChangeOrigin, type LoggedChange } from '../../database/change-log.ts'
import type { Transaction } from '../../database/database.ts'
import type { GraphCache } from '../../database/graph-cache.ts'
import type { NodePatch } from '../../database/nodes.ts'
import { advanceProject, updateProjectColumns, type ProjectRow, type ProjectValues } from '../../database/projects.ts'
import { type Branch, createBranchGuard } from './branch-scope.ts'
import type { Quotas } from './quotas.ts'

/** One locked project inside a transaction. Recorded changes are stored at the end of the transaction's work. */
export interface ProjectWrite {
  /** The project as it was when it was locked. */
  readonly project: ProjectRow
  readonly role: Role
  /** The role of the person. `role` is less if a program acts for them. */
  readonly personRole: Role
  /** If set, a program that may only see and change this branch of the project. */
  readonly branch: Branch | null
  readonly tx: Transaction
  readonly at: Date
  /** The tags, stages and own fields of the project, including the changes of this transaction. */
  readonly definitions: ProjectDefinitions
  /** The structure including the changes of this transaction. */
  graph(): Promise<EditableGraph>
  /** The same for a caller who tries changes on it before they are stored: it is discarded if the transaction fails. */
  graphToChange(): Promise<EditableGraph>
  /** The structure if it was loaded already; code that stores a change keeps it up to date. */
  loadedGraph(): EditableGraph | null
  /** `before` has the former values of the changed fields. */
  logChange(kind: LoggedChange['kind'], payload: LoggedChange['payload'], before?: LoggedChange['before']): void
  /** Logs new nodes by the project that they were copied from, without another copy of their texts. */
  logCopies(copiedFrom: string, copies: readonly NodePatch[]): void
  /** Marks the recorded changes as the undo of this change. */
  markAsUndoOf(seq: number): void
  setColumns(values: ProjectValues): void
  setDefinitions(next: Partial<ProjectDefinitions>): void
  countTransition(transition: Transition): void
  /** Throws if the addition would exceed a limit, before any of it is stored. */
  requireSpace(more: { readonly nodes: number; readonly bytes: number }): Promise<void>
  /** Adds the growth of nodes in bytes, which may be negative. */
  addContentBytes(bytes: number): void
}

/** Returns the people whose access by name a logged change has granted, changed or revoked. */
export function listPeopleWithChangedAccess({ payload, before }: LoggedChange): readonly string[] {
  const present = payload.project?.['users']
  if (present === undefined) return []
  const now = new Map(Object.entries(present ?? {}))
  const former = new Map(Object.entries(before?.project?.['users'] ?? {}))
  return [...new Set([...now.keys(), ...former.keys()])].filter((id) => now.get(id) !== former.get(id))
}

export const toDefinitions = (project: ProjectRow): ProjectDefinitions => ({
  tags: project.tags,
  stages: project.stages,
  fieldDefinitions: project.field_definitions,
  estimateUnit: project.estimate_unit,
})

export const toDefinitionColumns = (definitions: Partial<ProjectDefinitions>): ProjectValues => {
  const { tags, stages, fieldDefinitions, estimateUnit } = definitions
  return {
    ...(tags !== undefined && { tags: JSON.stringify(tags) }),
    ...(stages !== undefined && { stages: JSON.stringify(stages) }),
    ...(fieldDefinitions !== undefined && { field_definitions: JSON.stringify(fieldDefinitions) }),
    ...(estimateUnit !== undefined && { estimate_unit: estimateUnit }),
  }
}

export interface OpenProjectWrite extends ProjectWrite {
  /** Stores the recorded changes. Returns the project as it now is and the announcements. */
  finish(): Promise<FinishedWrite>
  /** Called after the transaction has committed or failed. */
  release(outcome: 'committed' | 'failed'): void
}

export interface FinishedWrite {
  readonly project: ProjectRow
  readonly changes: readonly LoggedChange[]
}

export interface ProjectWriteParts {
  readonly tx: Transaction
  readonly project: ProjectRow
  readonly role: Role
  readonly personRole?: Role
  readonly branch?: Branch | null
  readonly origin: ChangeOrigin
  readonly graphs: GraphCache
  /** Without quotas nothing is limited. */
  readonly quotas?: Quotas | undefined
  /** A copy's change log names its source and does not repeat the texts. */
  readonly isCopy?: boolean
}

export function openProjectWrite(parts: ProjectWriteParts): OpenProjectWrite {
  const { tx, project, role, personRole = role, branch = null, origin, graphs, quotas, isCopy = false } = parts
  const changes: LoggedChange[] = []
  const counts: Record<NodeStatus, number> = {
    todo: project.todo_count,
    progress: project.progress_count,
    done: project.done_count,
  }
  let definitions = toDefinitions(project)
  let contentBytes = 0
  let columns: ProjectValues = {}
  let undone: Pick<LoggedChange, 'undoes'> = {}
  let graph: EditableGraph | null = null
  let isGraphChanged = false
  const guard = branch === null ? () => {} : createBranchGuard(branch)
  const checkOutGraph = async (): Promise<EditableGraph> =>
    (graph ??= await graphs.checkOut(tx.client, project.id, project.seq))
  const seqNow = (): number => project.seq + changes.length
  return {
    project,
    role,
    personRole,
    branch,
    tx,
    at: origin.at,
    get definitions() {
      return definitions
    },
    graph: checkOutGraph,
    async graphToChange() {
      isGraphChanged = true
      return checkOutGraph()
    },
    loadedGraph: () => graph,
    logChange(kind, payload, before) {
      isGraphChanged = true
      const values = { payload, ...(before !== undefined && { before }) }
      guard(values)
      changes.push({ seq: seqNow() + 1, kind, ...values })
    },
    logCopies(copiedFrom, copies) {
      isGraphChanged = true
      guard({ payload: { copiedFrom }, copies })
      changes.push({ seq: seqNow() + 1, kind: 'nodes-updated', payload: { copiedFrom }, copies })
    },
    markAsUndoOf: (seq) => void (undone = { undoes: seq }),
    setColumns: (more) => void (columns = { ...columns, ...more }),
    setDefinitions(next) {
      definitions = { ...definitions, ...next }
      columns = { ...columns, ...toDefinitionColumns(next) }
    },
    countTransition({ from, to }) {
      if (from !== 'deleted') counts[from] -= 1
      if (to !== 'deleted') counts[to] += 1
    },
    async requireSpace({ nodes, bytes }) {
      const living = counts.todo + counts.progress + counts.done
      await quotas?.requireSpace(tx.client, {
        owner: project.owner,
        actor: origin.actor,
        nodes: living + nodes,
        bytes: project.text_bytes + project.content_bytes + contentBytes + bytes,
        // The change log keeps a copy of each new node, except in a copied project.
        more: (isCopy ? 1 : 2) * (contentBytes + bytes),
      })
    },
    addContentBytes: (bytes) => void (contentBytes += bytes),
    async finish() {
      if (changes.length === 0) return { project, changes }
      const logged = changes.map((change) => ({ ...change, ...undone }))
      const historyBytes = await appendChanges(tx.client, project.id, logged, origin)
      await updateProjectColumns(tx.client, project.id, columns)
      const progress = { seq: seqNow(), at: origin.at, counts, contentBytes, historyBytes }
      const advanced = await advanceProject(tx.client, project.id, progress)
      // A project that this write created has grown from nothing.
      const before = project.seq === 0 ? { ...project, text_bytes: 0 } : project
      await quotas?.applyGrowth(tx.client, { before, after: advanced, historyBytes, actor: origin.actor })
      return { project: advanced, changes }
    },
    release(outcome) {
      // After a failure a changed structure is invalid, and the next write reads it again. That of a branch may have
      // moved what is outside, which was not stored.
      const isValid = !isGraphChanged || (outcome === 'committed' && branch === null)
      if (graph !== null && isValid) graphs.checkIn(graph, seqNow())
    },
  }
}
