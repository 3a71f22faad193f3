import { randomUUID } from 'node:crypto'
import {
  mapReferences,
  nestFields,
  nodeFields,
  type NodeStatus,
  projectTexts,
  readNodeField,
  type ReferenceMap,
} from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import { apiLimits } from '../../api/limits.ts'
import { requireRate } from '../../api/rate-limits.ts'
import { maxHistoryNodes } from '../../database/change-log.ts'
import { buildNodeJson, measureNodes, type NodeView, readNodesById } from '../../database/nodes.ts'
import { readNodeTitles } from '../../database/read-change-log.ts'
import { type CopiedNode, copyNodeRows, readLivingNodeIds } from '../../database/write-nodes.ts'
import type { Rate, Rates } from '../../ports/rates.ts'
import { projectErrorTexts } from '../../texts/projects.ts'
import { bytesPerNode, createNodeRecord, type NodeFields } from './change-nodes.ts'
import { projectPolicy } from './policy.ts'
import { copyDefinitions } from './copy-definitions.ts'
import { listVisibleViews, type ProjectView, readProjectView } from './project-view.ts'
import { type ProjectWrite, toDefinitions } from './project-write.ts'
import { rereadProject } from './reread-answers.ts'
import { tryLockClone } from './store.ts'
import type { Caller, Writes, WriteTransaction } from './writes.ts'

interface CloneOptions {
  readonly writes: Writes
  /** Null means no limits. */
  readonly rates: Rates | null
}

/** Copies the nodes that are not deleted into a new, unshared project of the caller. Issue links are not copied. */
export const cloneProject = ({ writes, rates }: CloneOptions, caller: Caller, sourceId: string): Promise<ProjectView> =>
  writes.run(
    caller,
    async (work) => {
      const { id: userId } = caller.viewer.person
      await requireNoOtherClone(work, userId)
      await work.extendTimeout()
      const { project: source } = await work.open(sourceId, projectPolicy['project.clone'])
      const { body, layout, json } = source
      const title = projectTexts.copyTitle(source.title)
      const { definitions, references } = copyDefinitions(toDefinitions(source), (id) => id === userId)
      const views = listVisibleViews(source.views, userId).map((view) => ({
        ...view,
        id: randomUUID(),
        authorId: userId,
      }))
      const copy = { title, body, layout, json, definitions, views }
      const write = await work.create({ ...copy, status: 'active', copiedFrom: source.id })
      const size = await measureNodes(work.tx.client, source.id, { includeDeleted: false, ids: null })
      const bytes = size.titles + size.bodies + size.fields + size.rows * bytesPerNode
      await write.requireSpace({ nodes: size.rows, bytes })
      // Counted after the quota check, so that a copy that does not fit costs nothing.
      const by = size.rows + Math.ceil((bytes + source.text_bytes) / bytesPerCountedNode)
      await requireRate(rates, copyRate, { key: userId, by, message: projectErrorTexts.tooManyCopies })
      await copyNodes(write, source.id, references)
      write.addContentBytes(bytes)
      return readProjectView(work.tx.client, await work.finish(write), userId)
    },
    { projectId: sourceId },
    rereadProject,
  )

/** A copy holds a connection for seconds, so a person makes one at a time across all servers. */
async function requireNoOtherClone({ tx }: WriteTransaction, userId: string): Promise<void> {
  if (await tryLockClone(tx.client, userId)) return
  throw new ApiError('RATE_LIMITED', projectErrorTexts.copyRunning, { retryAfter: 5 })
}

/** Copies are limited by their size: a long text counts as much as many short nodes. */
const copyRate: Rate = { name: 'copied nodes', ...apiLimits.rates.copiedNodesPerPerson }
const bytesPerCountedNode = 1_000

const nodesPerBatch = 2_000

const clonedFields = nodeFields.all.filter(({ isCloned }) => isCloned)
/** Texts are copied inside the database: a project may hold more of them than fits into this process. */
const readFields = clonedFields.filter(({ isRichText }) => isRichText !== true)
const readFieldsSql = buildNodeJson(new Set(['id', ...readFields.map(({ key }) => key)]))

async function copyNodes(write: ProjectWrite, sourceId: string, references: ReferenceMap): Promise<void> {
  const { client } = write.tx
  const sourceIds = await readLivingNodeIds(client, sourceId)
  const newIds = new Map<string, string>()
  for (const id of sourceIds) newIds.set(id, randomUUID())
  for (let at = 0; at < sourceIds.length; at += nodesPerBatch) {
    const ids = sourceIds.slice(at, at + nodesPerBatch)
    const nodes = await readNodesById(client, sourceId, ids, readFieldsSql)
    const copies = nodes.map((node) => copyNode(write, mapReferences(node, references), newIds))
    await copyNodeRows(client, copies)
    for (const { status } of copies) countNewNode(write, status)
    write.logCopies(sourceId, at === 0 ? await addHistoryTitles(write, copies) : copies)
  }
}

function copyNode(write: ProjectWrite, node: NodeView, newIds: ReadonlyMap<string, string>): CopiedNode {
  const toNewIds = (ids: unknown): unknown => (ids as readonly string[]).flatMap((id) => newIds.get(id) ?? [])
  const contents = nestFields(readFields, (field) => {
    const value = readNodeField(node, field)
    return field.holdsNodeIds ? toNewIds(value) : value
  }) as NodeFields & Pick<NodeView, 'parentIds' | 'blockedByIds' | 'position'>
  const { parentIds, blockedByIds, position } = contents
  const id = newIds.get(node.id) ?? randomUUID()
  const placed = { id, projectId: write.project.id, parentIds, blockedByIds, position, isDeleted: false }
  const { title: _title, body: _body, ...record } = createNodeRecord(write, placed, contents)
  return { ...record, copiedFrom: node.id }
}

const countNewNode = (write: ProjectWrite, status: NodeStatus): void =>
  write.countTransition({ dt: write.at.getTime(), from: 'deleted', to: status })

/** The history shows the titles of the first nodes. */
async function addHistoryTitles(write: ProjectWrite, copies: readonly CopiedNode[]): Promise<readonly CopiedNode[]> {
  const shownIds = copies.slice(0, maxHistoryNodes).map(({ id }) => id)
  const titled = await readNodeTitles(write.tx.client, write.project.id, shownIds)
  const titles = new Map(titled.map(({ id, title }) => [id, title]))
  return copies.map((copy) => {
    const title = titles.get(copy.id)
    return title === undefined ? copy : { ...copy, title }
  })
}
