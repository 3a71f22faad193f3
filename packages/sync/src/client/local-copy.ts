import { nodeFields, type ProjectId } from '@espalier/domain'
import type { SentNode } from '../replica/node-record.ts'
import { accountName, type AccountRecord } from './account-copy.ts'
import type { DeviceRecords, RecordReader, RecordWriter } from './device-records.ts'
import type { SentProject } from './transport.ts'

/** A project as it was stored on this device. */
export interface CopiedProject {
  readonly project: SentProject
  /** The nodes contain every change up to this seq. */
  readonly seq: number
  readonly nodes: readonly SentNode[]
  /** True if nodes had other fields when they were stored, so that everything has to be read again. */
  readonly isOutdated: boolean
}

/** The nodes that changed after the seq `from`, up to the seq `seq`. */
export interface CopiedChanges {
  readonly project: SentProject
  readonly from: number
  readonly seq: number
  readonly nodes: readonly SentNode[]
}

/** The data that one account has stored on this device. The methods reject if the storage is blocked or full. */
export interface LocalCopy {
  readProject(id: ProjectId): Promise<CopiedProject | null>
  /** Replaces the stored nodes, which are passed as texts of some nodes each, unless those are newer. */
  writeProject(project: SentProject, seq: number, nodeTexts: readonly string[]): Promise<void>
  /** Resolves to false if the whole project has to be written: there is a gap, or many changes have been added. */
  addChanges(changes: CopiedChanges): Promise<boolean>
  /** The project was opened, so it is not among the first to be removed. */
  markUsed(id: ProjectId): Promise<void>
  removeProject(id: ProjectId): Promise<void>
  /** Returns the stored projects. */
  projectIds(): Promise<readonly ProjectId[]>
  readList(name: string): Promise<unknown>
  writeList(name: string, list: unknown): Promise<void>
}

export interface CopyLimits {
  readonly projects: number
  /** Counted in characters. */
  readonly size: number
}

const defaultLimits: CopyLimits = { projects: 30, size: 50_000_000 }
const mostPatches = 40

/** The nodes of different builds may have different fields. */
const knownFields = nodeFields.pageSelection

interface Header {
  readonly project: SentProject
  readonly seq: number
  readonly fields: string
  readonly baseSize: number
  readonly patchSize: number
  readonly patches: number
  /** Grows with each use of any project of the account. */
  readonly lastUse: number
}

/** Begins the names of a person's unsent edits in a project. */
export const unsentPrefix = (accountId: string | null, projectId: ProjectId): string =>
  `unsent:${accountId}:${projectId}:`

export function createLocalCopy(records: DeviceRecords, accountId: string, limits = defaultLimits): LocalCopy {
  const headerName = (id: ProjectId): string => `project:${accountId}:${id}`
  const nodesPrefix = (id: ProjectId): string => `nodes:${accountId}:${id}:`
  const nodesName = (id: ProjectId, kind: 'base' | 'patch', index: number): string =>
    `${nodesPrefix(id)}${kind}:${String(index).padStart(6, '0')}`
  const readHeader = async ({ get }: RecordReader, id: ProjectId): Promise<Header | undefined> =>
    (await get(headerName(id))) as Header | undefined

  /** A copy that another tab has removed, because the person logged out there, must not come back. */
  async function countUse(writer: RecordWriter): Promise<number | null> {
    const account = (await writer.get(accountName(accountId))) as AccountRecord | undefined
    if (account === undefined) return null
    const uses = account.uses + 1
    writer.put(accountName(accountId), { ...account, uses } satisfies AccountRecord)
    return uses
  }

  async function removeStored(writer: RecordWriter, id: ProjectId): Promise<void> {
    writer.remove(headerName(id))
    for (const name of await writer.names(nodesPrefix(id))) writer.remove(name)
  }

  /** The comments (`comment-copy.ts`) stay while only the nodes are replaced. */
  async function removeAll(writer: RecordWriter, id: ProjectId): Promise<void> {
    await removeStored(writer, id)
    for (const name of await writer.names(`comments:${accountId}:${id}:`)) writer.remove(name)
  }

  /** Removes the projects that were not used for the longest time. One with unsent edits stays. */
  async function makeRoom(writer: RecordWriter, newId: ProjectId, newSize: number): Promise<void> {
    const prefix = headerName('')
    const others = (await writer.all(prefix))
      .map(([name, header]) => ({ id: name.slice(prefix.length), ...(header as Header) }))
      .filter(({ id }) => id !== newId)
      .sort((left, right) => left.lastUse - right.lastUse)
    let size = newSize
    for (const { baseSize, patchSize } of others) size += baseSize + patchSize
    let count = others.length + 1
    for (const { id, baseSize, patchSize } of others) {
      if (size <= limits.size && count <= limits.projects) return
      if ((await writer.names(unsentPrefix(accountId, id))).length > 0) continue
      await removeAll(writer, id)
      size -= baseSize + patchSize
      count -= 1
    }
  }

  return {
    readProject: (id) =>
      records.read(async (reader) => {
        const [header, texts] = await Promise.all([readHeader(reader, id), reader.all(nodesPrefix(id))])
        if (header === undefined) return null
        const isOutdated = header.fields !== knownFields
        const nodes = readNodes(texts as readonly (readonly [string, string])[])
        return {
          project: header.project,
          seq: header.seq,
          nodes: isOutdated ? nodes.map(withDefaults) : nodes,
          isOutdated,
        }
      }),
    writeProject: (project, seq, nodeTexts) =>
      records.write(async (writer) => {
        const baseSize = nodeTexts.reduce((sum, text) => sum + text.length, 0)
        const lastUse = await countUse(writer)
        const header = await readHeader(writer, project.id)
        const isOlder = header !== undefined && header.fields === knownFields && header.seq > seq
        if (lastUse === null || isOlder) return
        await removeStored(writer, project.id)
        if (baseSize > limits.size) return
        await makeRoom(writer, project.id, baseSize)
        const next: Header = { project, seq, fields: knownFields, baseSize, patchSize: 0, patches: 0, lastUse }
        writer.put(headerName(project.id), next)
        for (const [index, text] of nodeTexts.entries()) writer.put(nodesName(project.id, 'base', index), text)
      }),
    addChanges: ({ project, from, seq, nodes }) =>
      records.write(async (writer) => {
        const lastUse = await countUse(writer)
        if (lastUse === null) return true
        const header = await readHeader(writer, project.id)
        if (header === undefined || header.fields !== knownFields || header.seq < from) return false
        const newer = project.seq >= header.project.seq ? project : header.project
        if (seq <= header.seq || nodes.length === 0) {
          writer.put(headerName(project.id), { ...header, project: newer, seq: Math.max(seq, header.seq), lastUse })
          return true
        }
        const text = JSON.stringify(nodes)
        const patchSize = header.patchSize + text.length
        if (header.patches >= mostPatches || patchSize > header.baseSize / 2 + text.length) return false
        const patches = header.patches + 1
        writer.put(headerName(project.id), { ...header, project: newer, seq, patchSize, patches, lastUse })
        writer.put(nodesName(project.id, 'patch', patches), text)
        return true
      }),
    markUsed: (id) =>
      records.write(async (writer) => {
        const header = await readHeader(writer, id)
        const lastUse = header === undefined ? null : await countUse(writer)
        if (lastUse !== null) writer.put(headerName(id), { ...header, lastUse })
      }),
    removeProject: (id) => records.write((writer) => removeAll(writer, id)),
    projectIds: async () => {
      const prefix = headerName('')
      return (await records.read(({ names }) => names(prefix))).map((name) => name.slice(prefix.length))
    },
    readList: (name) => records.read(({ get }) => get(`list:${accountId}:${name}`)),
    writeList: (name, list) =>
      records.write(async (writer) => {
        const account = await writer.get(accountName(accountId))
        if (account !== undefined) writer.put(`list:${accountId}:${name}`, list)
      }),
  }
}

/** Later changes replace earlier ones: their names are in the order in which they were added. */
function readNodes(texts: readonly (readonly [string, string])[]): readonly SentNode[] {
  const parts = texts.map(([, text]) => JSON.parse(text) as readonly SentNode[])
  if (!texts.some(([name]) => name.includes(':patch:'))) return parts.flat()
  const byId = new Map(parts.flat().map((node) => [node.id, node]))
  return [...byId.values()].filter(({ isDeleted }) => !isDeleted)
}

const withDefaults = (node: SentNode): SentNode => ({ ...nodeFields.pageDefaults, ...node })
