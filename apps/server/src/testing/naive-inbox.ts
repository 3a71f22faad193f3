/** Something that a person did, in a project with the people 0 (the owner), 1, 2... and the nodes 0, 1, 2... */
export type Act =
  | { readonly kind: 'share'; readonly person: number; readonly isMember: boolean }
  | {
      readonly kind: 'comment'
      readonly by: number
      readonly node: number
      readonly mentions: readonly number[]
      readonly isAnswer: boolean
    }
  | {
      readonly kind: 'assign'
      readonly by: number
      readonly node: number
      readonly person: number
      readonly isAssigned: boolean
    }
  | {
      readonly kind: 'watch'
      readonly person: number
      readonly node: number | null
      readonly level: 'all' | 'mine' | 'none'
    }
  | { readonly kind: 'finish'; readonly by: number; readonly node: number; readonly isDone: boolean }
  | { readonly kind: 'delete'; readonly node: number; readonly isDeleted: boolean }
  | { readonly kind: 'read'; readonly person: number }
  | { readonly kind: 'wait'; readonly minutes: number }

/** A notification as a test compares it. */
export interface NaiveNotification {
  readonly kind: string
  readonly node: number | null
  readonly by: number
  at: number
  isRead: boolean
}

interface Candidate {
  readonly to: number
  readonly kind: string
  readonly node: number | null
  readonly by: number
}

/**
 * A second implementation of who is notified of what, as simple as possible: one person and one rule after the other, without
 * a database. `blockers` maps a node to the nodes that it waits for.
 */
export class NaiveInbox {
  readonly members = new Set([0])
  readonly deleted = new Set<number>()
  private readonly done = new Set<number>()
  private readonly assignees = new Map<number, Set<number>>()
  private readonly levels = new Map<string, string>()
  private readonly threads = new Map<number, number[]>()
  private readonly inboxes = new Map<number, NaiveNotification[]>()
  private readonly blockers: ReadonlyMap<number, readonly number[]>
  private minute = 0

  constructor(blockers: ReadonlyMap<number, readonly number[]>) {
    this.blockers = blockers
  }

  hasThread = (node: number): boolean => this.threads.has(node)

  /** False if the act is impossible now, so that nothing happens. */
  isPossible(act: Act): boolean {
    if ('by' in act && !this.members.has(act.by)) return false
    if (act.kind === 'delete') return this.deleted.has(act.node) !== act.isDeleted
    if ('node' in act && act.node !== null && this.deleted.has(act.node)) return false
    if (act.kind === 'assign' && act.isAssigned) return this.members.has(act.person)
    if (act.kind === 'comment') return act.mentions.every((person) => this.members.has(person))
    if (act.kind === 'watch' || act.kind === 'read') return this.members.has(act.person)
    return act.kind !== 'share' || act.person !== 0
  }

  apply(act: Act): void {
    switch (act.kind) {
      case 'share': {
        const isNew = act.isMember && !this.members.has(act.person)
        if (act.isMember) this.members.add(act.person)
        else this.members.delete(act.person)
        if (isNew) this.notify({ to: act.person, kind: 'shared', node: null, by: 0 })
        return
      }
      case 'comment': {
        const thread = act.isAnswer ? (this.threads.get(act.node) ?? []) : []
        for (const to of this.members) {
          const isMine = thread.includes(to) || this.assignees.get(act.node)?.has(to) === true
          const { node, by } = act
          if (act.mentions.includes(to)) this.notify({ to, kind: 'mentioned', node, by })
          else if (isMine || this.findLevel(to, node) === 'all') this.notify({ to, kind: 'commented', node, by })
        }
        this.threads.set(act.node, [...thread, act.by])
        return
      }
      case 'assign': {
        const assigned = this.assignees.get(act.node) ?? new Set()
        this.assignees.set(act.node, assigned)
        if (act.isAssigned && !assigned.has(act.person))
          this.notify({ to: act.person, kind: 'assigned', node: act.node, by: act.by })
        if (act.isAssigned) assigned.add(act.person)
        else assigned.delete(act.person)
        return
      }
      case 'watch':
        this.levels.set(`${act.person} ${act.node ?? ''}`, act.level)
        return
      case 'finish': {
        const isNew = act.isDone && !this.done.has(act.node)
        if (act.isDone) this.done.add(act.node)
        else this.done.delete(act.node)
        if (isNew) this.tellUnblocked(act.node, act.by)
        return
      }
      case 'delete':
        if (act.isDeleted) this.deleted.add(act.node)
        else this.deleted.delete(act.node)
        return
      case 'read':
        for (const one of this.list(act.person)) one.isRead = true
        return
      case 'wait':
        this.minute += act.minutes
    }
  }

  /** The notifications that the person can see. */
  list(person: number): readonly NaiveNotification[] {
    if (!this.members.has(person)) return []
    return (this.inboxes.get(person) ?? []).filter(({ node }) => node === null || !this.deleted.has(node))
  }

  private findLevel(person: number, node: number | null): string {
    const own = node === null ? undefined : this.levels.get(`${person} ${node}`)
    return own ?? this.levels.get(`${person} `) ?? 'mine'
  }

  private tellUnblocked(finished: number, by: number): void {
    for (const [node, blockers] of this.blockers) {
      if (!blockers.includes(finished) || this.done.has(node) || this.deleted.has(node)) continue
      if (blockers.some((blocker) => !this.done.has(blocker) && !this.deleted.has(blocker))) continue
      for (const to of this.assignees.get(node) ?? []) this.notify({ to, kind: 'unblocked', node, by })
    }
  }

  private notify({ to, kind, node, by }: Candidate): void {
    if (to === by || !this.members.has(to) || this.findLevel(to, node) === 'none') return
    const inbox = this.inboxes.get(to) ?? []
    this.inboxes.set(to, inbox)
    const burst = inbox.find(
      (one) => one.kind === kind && one.node === node && one.by === by && !one.isRead && this.minute - one.at < 10,
    )
    if (burst === undefined) inbox.push({ kind, node, by, at: this.minute, isRead: false })
    else burst.at = this.minute
  }
}
