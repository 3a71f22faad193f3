import {
  commentSettingsQuery,
  setWatchMutation,
  updateCommentSettingsMutation,
  watchQuery,
} from '@espalier/schema/documents/comment-settings'
import { type ApiResult, mapApiResult } from './graphql/api-result.ts'
import { failingSilently } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'

/** Null: it could not be read. */
export async function fetchViewersMayComment(projectId: string): Promise<boolean | null> {
  const answer = await sendOperation(commentSettingsQuery, { id: projectId }, { context: failingSilently })
  return answer.ok ? (answer.value.project?.viewersMayComment ?? null) : null
}

export const setViewersMayComment = async (id: string, viewersMayComment: boolean): Promise<ApiResult<boolean>> =>
  mapApiResult(
    await sendOperation(updateCommentSettingsMutation, { id, viewersMayComment }),
    (sent) => sent.updateProject.viewersMayComment,
  )

/** all: every comment; mine: what concerns the person, which is the default; none: nothing. */
export type WatchLevel = 'all' | 'mine' | 'none'

/** Sets what the person is notified of, about one node or, if it is null, about the whole project. */
export const setWatch = async (
  projectId: string,
  nodeId: string | null,
  level: WatchLevel,
): Promise<ApiResult<boolean>> =>
  mapApiResult(await sendOperation(setWatchMutation, { projectId, nodeId, level }), (sent) => sent.setWatch)

/** The levels that are set for a node and for its project. */
export interface WatchLevels {
  readonly ofNode: WatchLevel
  readonly ofProject: WatchLevel
}

/** Null: it could not be read. */
export async function fetchWatch(projectId: string, nodeId: string): Promise<WatchLevels | null> {
  const answer = await sendOperation(watchQuery, { projectId, nodeId }, { context: failingSilently })
  return answer.ok ? (answer.value as WatchLevels) : null
}
