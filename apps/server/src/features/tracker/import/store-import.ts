import { randomUUID } from 'node:crypto'
import { cleanLine, defaultLayout, diffNode, type GraphNode, type NodeDiff, toStructureFields } from '@espalier/domain'
import { type NodeRecord, readNodesById } from '../../../database/nodes.ts'
import type { TrackerIssue } from '../../../ports/tracker.ts'
import {
  addNodes,
  allowEditors,
  changeNodes,
  type NodeFields,
  type ProjectWrite,
  type WriteTransaction,
} from '../../projects/index.ts'
import type { ImportCounts } from './import-progress-store.ts'
import { createNodeFromIssue, type KnownIssue, planImport, toIssueContents, toIssueSnapshot } from './plan-import.ts'
import type { EpicIssues } from './read-epic.ts'

export interface ImportTarget {
  readonly accountId: string
  readonly ownerId: string
  readonly site: string
  readonly linkTypeId: string | null
}

export interface StoredImport {
  readonly write: ProjectWrite
  readonly counts: ImportCounts
}

/** Stores an epic as a project, or brings the project that it became before up to date. All of it, or nothing. */
export async function storeImport(
  work: WriteTransaction,
  read: EpicIssues,
  target: ImportTarget,
): Promise<StoredImport> {
  const { accountId, site } = target
  const lock = `${accountId} ${site} ${read.epic.id}`
  // Two imports of one epic at once would both find no project and make two.
  await work.tx.client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lock])
  const known = await findImportedProject(work, read.epic.id, target)
  const write = known === null ? await createImportedProject(work, read) : await work.open(known, allowEditors)
  await work.tx.db
    .insertInto('tracker_projects')
    .values({
      project_id: write.project.id,
      account_id: accountId,
      site,
      epic_id: read.epic.id,
      epic_key: read.epic.key,
      imported_at: work.at,
    })
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet({ epic_key: read.epic.key, imported_at: work.at }),
    )
    .execute()
  return { write, counts: await storeIssues(write, read, target) }
}

/** One in the trash is left there: the import then makes a new one. */
async function findImportedProject(
  work: WriteTransaction,
  epicId: string,
  target: ImportTarget,
): Promise<string | null> {
  const row = await work.tx.db
    .selectFrom('tracker_projects')
    .innerJoin('projects', 'projects.id', 'tracker_projects.project_id')
    .select('projects.id')
    .where('tracker_projects.account_id', '=', target.accountId)
    .where('site', '=', target.site)
    .where('epic_id', '=', epicId)
    .where('projects.owner', '=', target.ownerId)
    .where('projects.status', '<>', 'deleted')
    .orderBy('projects.created_at', 'desc')
    .executeTakeFirst()
  return row?.id ?? null
}

const maxProjectTitleLength = 1_000

function createImportedProject(work: WriteTransaction, { epic }: EpicIssues): Promise<ProjectWrite> {
  const title = cleanLine(cleanLine(epic.summary).slice(0, maxProjectTitleLength))
  return work.create({ title: title || epic.key, body: '', status: 'active', layout: defaultLayout, json: null })
}

async function storeIssues(
  write: ProjectWrite,
  read: EpicIssues,
  { site, linkTypeId }: ImportTarget,
): Promise<ImportCounts> {
  const known = await readImportedIssues(write, site)
  const graph = await write.graphToChange()
  const before = new Map([...graph.nodes()].map((node) => [node.id, node]))
  const plan = planImport(graph, { issues: read.issues, known, linkTypeId, newId: randomUUID })
  const nodeIdOf = (issue: TrackerIssue): string => plan.nodeIds.get(issue.id) ?? ''
  const placed = (issue: TrackerIssue): GraphNode[] => {
    const node = graph.node(nodeIdOf(issue))
    return node === undefined ? [] : [node]
  }
  const records = plan.created.flatMap((issue) =>
    placed(issue).map((node) => createNodeFromIssue(node, issue, write.at)),
  )
  await addNodesInBatches(write, records)
  const diffs = [...before.values()].flatMap((node) => diffStructure(node, graph.node(node.id)))
  await changeNodes(write, { diffs })
  const changed = await updateChangedContents(write, read.issues, known)
  for (const { id } of diffs) changed.add(id)
  const gone = await unlinkMissingIssues(write, site, known, new Set(read.issues.map(({ id }) => id)))
  await storeIssueLinks(
    write,
    site,
    read.issues.map((issue) => ({ issue, nodeId: nodeIdOf(issue) })),
  )
  return { created: records.length, changed: changed.size, gone }
}

async function readImportedIssues(write: ProjectWrite, site: string): Promise<ReadonlyMap<string, KnownIssue>> {
  const rows = await write.tx.db
    .selectFrom('tracker_issues')
    .select(['issue_id', 'node_id', 'snapshot'])
    .where('project_id', '=', write.project.id)
    .where('site', '=', site)
    .execute()
  return new Map(rows.map((row) => [row.issue_id, { nodeId: row.node_id, snapshot: row.snapshot }]))
}

const nodesPerBatch = 2_000

async function addNodesInBatches(write: ProjectWrite, records: readonly NodeRecord[]): Promise<void> {
  for (let at = 0; at < records.length; at += nodesPerBatch) {
    if (!(await addNodes(write, records.slice(at, at + nodesPerBatch)))) throw new Error('a random id was in use')
  }
}

function diffStructure(before: GraphNode, after: GraphNode | undefined): readonly NodeDiff[] {
  const diff = after === undefined ? null : diffNode(before.id, toStructureFields(before), toStructureFields(after))
  return diff === null ? [] : [diff]
}

/** What the tracker changed since we last agreed is taken over, field by field; what was changed here stays. */
async function updateChangedContents(
  write: ProjectWrite,
  issues: readonly TrackerIssue[],
  known: ReadonlyMap<string, KnownIssue>,
): Promise<Set<string>> {
  const changed = new Set<string>()
  const nodes = new Map(
    (
      await readNodesById(
        write.tx.client,
        write.project.id,
        [...known.values()].map(({ nodeId }) => nodeId),
      )
    ).map((node) => [node.id, node]),
  )
  for (const issue of issues) {
    const before = known.get(issue.id)
    const node = before === undefined ? undefined : nodes.get(before.nodeId)
    if (before === undefined || node === undefined) continue
    const fields = pickChangedFields(issue, before)
    const isNews = Object.entries(fields).some(([name, value]) => node[name as keyof NodeRecord] !== value)
    if (!isNews) continue
    await changeNodes(write, { ids: [node.id], fields })
    changed.add(node.id)
  }
  return changed
}

function pickChangedFields(issue: TrackerIssue, { snapshot }: KnownIssue): NodeFields {
  const { title, body, status, externalKey } = toIssueContents(issue)
  const now = toIssueSnapshot(issue)
  return {
    externalKey,
    ...(snapshot?.summary !== now.summary && { title }),
    ...(snapshot?.description !== now.description && { body }),
    ...(snapshot?.status !== now.status && { status }),
  }
}

/** Nodes whose issue is no longer below the epic stay as they are; they only stand for no issue any more. */
async function unlinkMissingIssues(
  write: ProjectWrite,
  site: string,
  known: ReadonlyMap<string, KnownIssue>,
  present: ReadonlySet<string>,
): Promise<number> {
  const gone = [...known].filter(([issueId]) => !present.has(issueId))
  if (gone.length === 0) return 0
  await write.tx.db
    .deleteFrom('tracker_issues')
    .where('project_id', '=', write.project.id)
    .where('site', '=', site)
    .where(
      'issue_id',
      'in',
      gone.map(([issueId]) => issueId),
    )
    .execute()
  await changeNodes(write, { ids: gone.map(([, { nodeId }]) => nodeId), fields: { externalKey: null } })
  return gone.length
}

interface ImportedIssueNode {
  readonly issue: TrackerIssue
  readonly nodeId: string
}

async function storeIssueLinks(write: ProjectWrite, site: string, all: readonly ImportedIssueNode[]): Promise<void> {
  const rows = all.map(({ issue, nodeId }) => ({
    node_id: nodeId,
    project_id: write.project.id,
    site,
    issue_id: issue.id,
    issue_key: issue.key,
    snapshot: JSON.stringify(toIssueSnapshot(issue)),
  }))
  for (let at = 0; at < rows.length; at += nodesPerBatch) {
    await write.tx.db
      .insertInto('tracker_issues')
      .values(rows.slice(at, at + nodesPerBatch))
      .onConflict((conflict) =>
        conflict.column('node_id').doUpdateSet((row) => ({
          issue_id: row.ref('excluded.issue_id'),
          issue_key: row.ref('excluded.issue_key'),
          snapshot: row.ref('excluded.snapshot'),
        })),
      )
      .execute()
  }
}
