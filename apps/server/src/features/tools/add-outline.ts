import { randomUUID } from 'node:crypto'
import { ApiError } from '../../api/errors.ts'
import type { SignedInViewer } from '../../api/viewer.ts'
import { requireEditorToken } from '../../api/token-rights.ts'
import { toolTexts } from '../../texts/tools.ts'
import { addManyNodes, nodePolicy, readNodeTitle } from '../nodes/index.ts'
import { requirePlaceInBranch, sanitizeBody, toKnownId, type Writes } from '../projects/index.ts'

export interface OutlineEntry {
  readonly title: string
  readonly body?: string
  readonly children?: readonly OutlineEntry[]
}

interface OutlineToAdd {
  readonly projectId: string
  /** Null: at the top of the project. */
  readonly parentId: string | null
  readonly nodes: readonly OutlineEntry[]
}

interface AddedNode {
  readonly id: string
  readonly title: string
}

const mostLevels = 50

/** Adds an outline in one change, which people can undo as one. */
export async function addOutline(
  writes: Writes,
  viewer: SignedInViewer,
  { projectId, parentId, nodes }: OutlineToAdd,
): Promise<readonly AddedNode[]> {
  requireEditorToken(viewer)
  const wanted = await readEntries(nodes, parentId, 1)
  const caller = { viewer, clientId: null, operationId: null, field: 'add_nodes' }
  await writes.run(
    caller,
    async (work) => {
      const write = await work.open(projectId, nodePolicy['node.create'])
      requirePlaceInBranch(write.branch, parentId)
      const knownId = toKnownId(write.branch, parentId)
      await addManyNodes(
        write,
        wanted.map((entry) =>
          entry.place.parentId === parentId ? { ...entry, place: { ...entry.place, parentId: knownId } } : entry,
        ),
      )
    },
    { projectId },
  )
  return wanted.map(({ place, contents }) => ({ id: place.id, title: contents.title }))
}

interface EntryToAdd {
  readonly place: { readonly id: string; readonly parentId: string | null }
  readonly contents: { readonly title: string; readonly body: string }
}

/** Parents come before their children. */
async function readEntries(
  entries: readonly OutlineEntry[],
  parentId: string | null,
  level: number,
): Promise<EntryToAdd[]> {
  if (level > mostLevels) throw new ApiError('BAD_USER_INPUT', toolTexts.errors.tooDeep(mostLevels), { field: 'nodes' })
  const read: EntryToAdd[] = []
  for (const { title, body = '', children = [] } of entries) {
    const id = randomUUID()
    const contents = { title: await readNodeTitle(title), body: await sanitizeBody(body, 'body') }
    read.push({ place: { id, parentId }, contents }, ...(await readEntries(children, id, level + 1)))
  }
  return read
}
