import type { NodeId, ProjectId } from '@espalier/domain'
import { accountName } from './account-copy.ts'
import type { DeviceRecords } from './device-records.ts'

/** The comments that one account has read on this device, so that they can be read again without a network. */
interface CommentCopy {
  /** Null: they are not stored. */
  read(projectId: ProjectId, nodeId: NodeId): Promise<readonly unknown[] | null>
  /** Stores the comments of a node. Nothing is stored without a copy of the project, with which they are removed. */
  write(projectId: ProjectId, nodeId: NodeId, comments: readonly unknown[]): Promise<void>
}

interface CommentRecord {
  /** Grows with each record of the project: the smallest are removed first. */
  readonly number: number
  readonly comments: readonly unknown[]
}

/** Nodes of one project whose comments are stored. */
const mostNodes = 200
/** The longest list that is stored, in characters. */
const largestList = 500_000

export function createCommentCopy(records: DeviceRecords, accountId: string): CommentCopy {
  const formatPrefix = (projectId: ProjectId): string => `comments:${accountId}:${projectId}:`
  return {
    read: (projectId, nodeId) =>
      records.read(async ({ get }) => {
        const found = (await get(formatPrefix(projectId) + nodeId)) as CommentRecord | undefined
        return found?.comments ?? null
      }),
    write: (projectId, nodeId, comments) =>
      records.write(async (writer) => {
        const prefix = formatPrefix(projectId)
        // Another tab may have logged out, or the person may have lost access.
        const isAllowed =
          (await writer.get(accountName(accountId))) !== undefined &&
          (await writer.get(`project:${accountId}:${projectId}`)) !== undefined
        const isEmpty = comments.length === 0 || JSON.stringify(comments).length > largestList
        if (!isAllowed || isEmpty) return writer.remove(prefix + nodeId)
        const others = (await writer.all(prefix))
          .map(([name, value]) => ({ name, number: (value as CommentRecord).number }))
          .filter(({ name }) => name !== prefix + nodeId)
          .sort((one, other) => one.number - other.number)
        for (const { name } of others.slice(0, Math.max(0, others.length + 1 - mostNodes))) writer.remove(name)
        const number = (others.at(-1)?.number ?? 0) + 1
        writer.put(prefix + nodeId, { number, comments } satisfies CommentRecord)
      }),
  }
}
