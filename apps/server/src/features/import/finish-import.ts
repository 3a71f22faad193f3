import { matchDefinitions, noDefinitions, type ProjectDefinitions, type ReferenceMap } from '@espalier/domain'
import { type InterchangeNode, findImportStructureFault } from '@espalier/interchange'

import type { Database } from '../../database/database.ts'
import { readProjectMembers } from '../../database/projects.ts'
import { dropImport, findImport, readStagedPart, type StagedImport, readStagedSize } from './store.ts'
import { ApiError } from '../../api/errors.ts'
import { runInSlices } from '../../reliability/work-slices.ts'
import {
  type Caller,
  copyDefinitions,
  findLinkableProjects,
  insertImportedNodes,
  type ProjectWrite,
  requireAllowedPerson,
  restoreProjectFields,
  type WriteTransaction,
  type Writes,
} from '../projects/index.ts'
import { projectErrorTexts } from '../../texts/projects.ts'
import { addMissingEntries } from './add-missing-entries.ts'
import { importFileError } from './import-input.ts'
import { importPolicy } from './policy.ts'

export interface FinishedImport {
  readonly projectId: string
  /** The project's seq after the import. */
  readonly seq: number
  /** Parents come before their children. */
  readonly nodeIds: readonly string[]
}

export const importNotFoundError = (): ApiError => new ApiError('NOT_FOUND', projectErrorTexts.importing.uploadGone)

/** Turns a completely uploaded file into nodes, all of it or nothing. */
export async function finishImport(
  { database, writes }: { readonly database: Database; readonly writes: Writes },
  caller: Caller,
  id: string,
): Promise<FinishedImport> {
  const userId = caller.viewer.person.id
  // The file is read before the project is locked, so that editors do not wait for it.
  const file = await readStagedFile(database, id, userId)
  return writes.run(
    caller,
    async (work) => {
      const staged = await findImport(work.tx.client, id, userId)
      if (staged === null || file === null) throw importNotFoundError()
      const { nodes } = file
      await work.extendTimeout()
      const { write, references } = await openImportTarget(work, staged, nodes, caller)
      const linkable = await findLinkableProjects(work.tx.client, caller.viewer, nodes, write.project.id)
      const nodeIds = await insertImportedNodes(write, { nodes, parentId: staged.parentId, linkable, references })
      await dropImport(work.tx.client, id, userId)
      work.audit({ kind: 'file-imported', projectId: write.project.id, nodes: nodes.length, userId })
      const { seq } = await work.finish(write)
      return { projectId: write.project.id, seq, nodeIds }
    },
    { projectId: file?.projectId },
  )
}

interface StagedFile {
  readonly projectId: string | null
  readonly nodes: readonly InterchangeNode[]
}

/** Null: nothing is uploaded under this id, or another request has finished it, whose answer is then given again. */
async function readStagedFile({ pool }: Database, id: string, userId: string): Promise<StagedFile | null> {
  const waiting = await findImport(pool, id, userId)
  if (waiting === null) return null
  const { projectId, nodeCount } = waiting
  const { parts, nodes: count } = await readStagedSize(pool, id)
  const nodes: InterchangeNode[] = []
  for (let part = 0; part < parts; part += 1) nodes.push(...(await readStagedPart(pool, id, part)))
  if (count !== nodeCount || nodes.length !== nodeCount) {
    if ((await findImport(pool, id, userId)) === null) return null
    throw importFileError('broken', projectErrorTexts.importing.incomplete)
  }
  const fault = await runInSlices(findImportStructureFault(nodes))
  if (fault !== null) throw new ApiError('BAD_USER_INPUT', fault.text, { field: 'file' })
  return { projectId, nodes }
}

interface ImportTarget {
  readonly write: ProjectWrite
  readonly references: ReferenceMap
}

async function openImportTarget(
  work: WriteTransaction,
  { projectId, header }: StagedImport,
  nodes: readonly InterchangeNode[],
  { viewer }: Caller,
): Promise<ImportTarget> {
  const { definitions: given, ...values } = header
  const lists: ProjectDefinitions = { ...noDefinitions, ...given }
  if (projectId !== null) {
    const write = await work.open(projectId, importPolicy['import.into'])
    const members = (await readProjectMembers(work.tx.client, [write.project.id])).get(write.project.id) ?? {}
    const isMember = (id: string): boolean => id === write.project.owner || Object.hasOwn(members, id)
    const more = addMissingEntries(lists, write.definitions, nodes)
    if (Object.keys(more).length > 0) await restoreProjectFields(work, write, more)
    return { write, references: matchDefinitions(lists, write.definitions, isMember) }
  }
  requireAllowedPerson(viewer, importPolicy['import.new'])
  const { definitions, references } = copyDefinitions(lists, (id) => id === viewer.person.id)
  return { write: await work.create({ ...values, definitions, status: 'active', json: null }), references }
}
