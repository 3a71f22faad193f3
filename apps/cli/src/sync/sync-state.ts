import type { NodeId, ProjectId } from '@espalier/domain'
import type { Operation } from '@espalier/sync'
import type { PlanNode } from './plan-document.ts'
import type { EditPart } from './plan-requests.ts'

/** The project and the branch that a file is kept in step with. */
export interface SyncTarget {
  readonly projectId: ProjectId
  /** Null: the whole project. */
  readonly nodeId: NodeId | null
}

export type NodeName = readonly [title: string, id: NodeId]

export interface PendingOperation extends Operation {
  readonly nodeId: NodeId
  readonly part: EditPart
}

/** Stored beside the file. It holds no secret. */
export interface SyncState extends SyncTarget {
  readonly version: 1
  /** The server recognizes repeated operations under this id. */
  readonly clientId: string
  /** Counts the versions of the file that this program wrote. The file says which one it is based on. */
  readonly revision: number
  readonly title: string
  readonly base: readonly PlanNode[]
  /** The titles of the nodes when the file was written, because its lines name each other by their titles. */
  readonly names: readonly NodeName[]
  /** The version that is being written. The file says whether that succeeded. */
  readonly next: Pick<SyncState, 'revision' | 'title' | 'base' | 'names'> | null
  /** Operations that may or may not have reached the server. */
  readonly pending: PendingBatch | null
}

export interface PendingBatch {
  readonly operations: readonly PendingOperation[]
  /** The common state once all of them have been stored. */
  readonly agreed: readonly PlanNode[]
  /** The file with the ids that its new nodes got. */
  readonly file: readonly PlanNode[]
}

/** The file and the state beside it. Each write replaces the whole, or nothing. */
export interface SyncStorage {
  /** Returns null if there is no file. */
  readText(): Promise<string | null>
  writeText(text: string): Promise<void>
  readState(): Promise<SyncState | null>
  writeState(state: SyncState): Promise<void>
}

const marker =
  /^<!-- espalier-sync project=([0-9a-f-]{36})(?: node=([0-9a-f-]{36}))? revision=(\d+) -->[ \t]*(?:\r?\n|$)/mu
const frontMatter = /^---[ \t]*\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/u

export interface FileParts {
  /** Belongs to the file alone. */
  readonly frontMatter: string
  readonly markdown: string
  readonly marker: (SyncTarget & { readonly revision: number }) | null
  readonly isWindows: boolean
}

/** Separates the nodes from what else a file has. */
export function splitFile(given: string): FileParts {
  // Some editors begin a file with a mark of its encoding.
  const text = given.replace(/^\ufeff/u, '')
  const front = frontMatter.exec(text)?.[0] ?? ''
  const rest = text.slice(front.length)
  const found = marker.exec(rest)
  return {
    frontMatter: front,
    markdown: found === null ? rest : rest.replace(marker, ''),
    marker: found === null ? null : { projectId: found[1] ?? '', nodeId: found[2] ?? null, revision: Number(found[3]) },
    isWindows: text.includes('\r\n'),
  }
}

export function joinFile({ frontMatter: front, markdown, marker: mark, isWindows }: FileParts): string {
  const node = mark?.nodeId == null ? '' : ` node=${mark.nodeId}`
  const end =
    mark === null ? '' : `\n<!-- espalier-sync project=${mark.projectId}${node} revision=${mark.revision} -->\n`
  const text = `${front.replaceAll('\r\n', '\n')}${markdown}${end}`
  return isWindows ? text.replaceAll('\n', '\r\n') : text
}
