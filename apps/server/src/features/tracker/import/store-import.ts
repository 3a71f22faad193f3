import { randomUUID } from 'node:crypto'
import {
  cleanLine,
  defaultLayout,
  diffNode,
  type GraphNode,
  type NodeDiff,
  sameValue,
  toStructureFields,
} from '@espalier/domain'
import { type NodeRecord, readNodesById } from '../../../database/nodes.ts'
import type { TrackerIssue } from '../../../ports/tracker.ts'
import {
  addNodes,
  allowEditors,
  changeNodes,
  type NodeFields,
  type ProjectWrite,
  type RequestedFields,
  type WriteTransaction,
} from '../../projects/index.ts'
import type { FieldRules } from '../fields/field-rules.ts'
import { deleteIssueLinks, readIssueLinks, saveIssueLinks } from '../links/issue-link-store.ts'
import { createNodeFromIssue, toIssueContents, toIssueSnapshot } from '../links/issue-to-node.ts'
import type { ImportCounts } from './import-progress-store.ts'
import { findImportedProject, lockEpic, saveImportedProject } from './import-store.ts'
import { type KnownIssue, planImport } from './plan-import.ts'
import type { EpicIssues } from './read-epic.ts'
import { createFieldImport, type FieldImport } from './take-fields.ts'

export interface ImportTarget {
  readonly accountId: string
  readonly ownerId: string
  readonly site: string
  readonly linkTypeId: string | null
  /** How fields of issues are taken. */
  readonly rules: FieldRules
}

export interface StoredImport {
  readonly write: ProjectWrite
  readonly counts: ImportCounts
}

/** Stores an epic as a project or updates the project of an earlier import, all of it or nothing. */
export async function storeImport(
  work: WriteTransaction,
  read: EpicIssues,
  target: ImportTarget,
): Promise<StoredImport> {
  const { client } = work.tx
  const epic = { accountId: target.accountId, site: target.site, epicId: read.epic.id }
  await lockEpic(client, epic)
  const known = await findImportedProject(client, epic, target.ownerId)
  const write = known === null ? await createImportedProject(work, read) : await work.open(known, allowEditors)
  await saveImportedProject(client, write.project.id, { ...epic, epicKey: read.epic.key }, work.at)
  return { write, counts: await storeIssues(write, read, target) }
}

const maxProjectTitleLength = 1_000

function createImportedProject(work: WriteTransaction, { epic }: EpicIssues): Promise<ProjectWrite> {
  const title = cleanLine(cleanLine(epic.summary).slice(0, maxProjectTitleLength))
  return work.create({ title: title || epic.key, body: '', status: 'active', layout: defaultLayout, json: null })
}

async function storeIssues(
  write: ProjectWrite,
  read: EpicIssues,
  { site, linkTypeId, rules }: ImportTarget,
): Promise<ImportCounts> {
  const known = await readKnownIssues(write, site)
  const graph = await write.graphToChange()
  const before = new Map([...graph.nodes()].map((node) => [node.id, node]))
  const plan = planImport(graph, { issues: read.issues, known, linkTypeId, linksAs: rules.linksAs, newId: randomUUID })
  const findNodeId = (issue: TrackerIssue): string => plan.nodeIds.get(issue.id) ?? ''
  const placed = (issue: TrackerIssue): GraphNode[] => {
    const node = graph.node(findNodeId(issue))
    return node === undefined ? [] : [node]
  }
  const fields = createFieldImport(write, rules, read.issues)
  const records = plan.created.flatMap((issue) =>
    placed(issue).map((node) => createNodeFromIssue(write, node, issue, fields.create(issue))),
  )
  await addNodesInBatches(write, records)
  const diffs = [...before.values()].flatMap((node) => diffStructure(node, graph.node(node.id)))
  await changeNodes(write, { diffs })
  const changed = await updateChangedContents(write, read.issues, known, fields)
  for (const { id } of diffs) changed.add(id)
  const missing = await unlinkMissingIssues(write, known, new Set(read.issues.map(({ id }) => id)))
  const links = read.issues.map((issue) => ({
    nodeId: findNodeId(issue),
    issueId: issue.id,
    issueKey: issue.key,
    snapshot: toIssueSnapshot(issue),
  }))
  await saveIssueLinks(write.tx.client, { projectId: write.project.id, site }, links)
  return { created: records.length, changed: changed.size, gone: missing }
}

async function readKnownIssues(write: ProjectWrite, site: string): Promise<ReadonlyMap<string, KnownIssue>> {
  const links = await readIssueLinks(write.tx.client, write.project.id, site)
  return new Map(links.map((link) => [link.issueId, link]))
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

/** Applies what the tracker changed since the last agreement, field by field; local changes stay. */
async function updateChangedContents(
  write: ProjectWrite,
  issues: readonly TrackerIssue[],
  known: ReadonlyMap<string, KnownIssue>,
  fieldImport: FieldImport,
): Promise<Set<string>> {
  const nodeIds = [...known.values()].map(({ nodeId }) => nodeId)
  const read = await readNodesById(write.tx.client, write.project.id, nodeIds)
  const nodes = new Map(read.map((node) => [node.id, node]))
  const each = new Map<string, RequestedFields>()
  for (const issue of issues) {
    const before = known.get(issue.id)
    const node = before === undefined ? undefined : nodes.get(before.nodeId)
    if (before === undefined || node === undefined) continue
    const fields = { ...pickChangedFields(issue, before), ...fieldImport.update(issue, node, before.snapshot) }
    const hasNews = Object.entries(fields).some(([name, value]) => !sameValue(node[name as keyof NodeRecord], value))
    if (hasNews) each.set(node.id, fields)
  }
  if (each.size > 0) await changeNodes(write, { each })
  return new Set(each.keys())
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

/** Nodes whose issue is no longer below the epic stay unchanged but lose their issue link. */
async function unlinkMissingIssues(
  write: ProjectWrite,
  known: ReadonlyMap<string, KnownIssue>,
  present: ReadonlySet<string>,
): Promise<number> {
  const missing = [...known].filter(([issueId]) => !present.has(issueId)).map(([, { nodeId }]) => nodeId)
  if (missing.length === 0) return 0
  await deleteIssueLinks(write.tx.client, missing)
  await changeNodes(write, { ids: missing, fields: { externalKey: null } })
  return missing.length
}
