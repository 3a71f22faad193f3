import type { Notification } from '../../api/inbox-list.ts'

/** The notifications about one node, or about a project as a whole. */
export interface NotificationGroup {
  readonly key: string
  readonly nodeTitle: string | null
  readonly projectTitle: string
  readonly items: readonly Notification[]
  readonly unreadCount: number
}

/** Groups come in the order of their latest notification, and so do the notifications in them. */
export function groupNotifications(items: readonly Notification[]): readonly NotificationGroup[] {
  const groups = new Map<string, Notification[]>()
  for (const item of items) {
    const key = `${item.projectId} ${item.nodeId ?? ''}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return [...groups].flatMap(([key, grouped]) => {
    const [latest] = grouped
    if (latest === undefined) return []
    const { nodeTitle, projectTitle } = latest
    return { key, nodeTitle, projectTitle, items: grouped, unreadCount: grouped.filter((one) => !one.isRead).length }
  })
}

/** Leads to the project, to the node in it, or to the comment on the node. */
export function formatNotificationAddress({ projectId, nodeId, commentId }: Notification): string {
  if (nodeId === null) return `/tree/${projectId}`
  const comment = commentId === null ? '' : `&comment=${encodeURIComponent(commentId)}`
  return `/tree/${projectId}#node=${encodeURIComponent(nodeId)}${comment}`
}
