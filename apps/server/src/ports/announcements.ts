import type { ChangeKind } from '../database/change-log.ts'

/** A change that was committed. What it holds is read from the log and the tables: this only wakes whoever looks. */
export interface Announcement {
  readonly projectId: string
  readonly seq: number
  readonly kind: ChangeKind | 'project-purged'
  readonly nodeIds: readonly string[]
  /** The tab that made it. */
  readonly clientId: string | null
}

/** Told after the commit, in the order of seq within a project. Never throws: the change has happened. */
export interface Announcements {
  announce(announcement: Announcement): void
}
