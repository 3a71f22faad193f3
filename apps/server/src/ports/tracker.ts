import type { NodeStatus } from '@espalier/domain'

/** How a person reaches their issue tracker. The domain is theirs to choose: nothing about it is trusted. */
export interface TrackerCredentials {
  readonly domain: string
  readonly apiUser: string
  readonly apiKey: string
}

export type TrackerFailureKind =
  /** The tracker does not take the key (any more). */
  | 'rejected'
  /** It takes the key, and does not let its owner do this. */
  | 'forbidden'
  | 'not-found'
  /** It refuses the values; `fields` may say which. */
  | 'invalid'
  /** Too often; worth another try after `retryAfterMs`. */
  | 'limited'
  /** No answer, no answer in time, no such site, an address that must not be asked, or a circuit that is open. */
  | 'unreachable'
  /** It answered, and what it said cannot be used: a 5xx, a redirect, garbage, too much. */
  | 'failed'

export interface TrackerFailure {
  readonly kind: TrackerFailureKind
  /** In plain words, fit for a person; never an answer's raw body. */
  readonly message: string
  /** What an invalid write was refused for, by the tracker's field names. */
  readonly fields?: Readonly<Record<string, string>>
  readonly retryAfterMs?: number
  /** A write's outcome is unknown: the request may have been carried out although no good answer came. */
  readonly mayHaveHappened?: boolean
}

export type TrackerResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: TrackerFailure }

export interface TrackerNamed {
  readonly id: string
  readonly name: string
}

export interface TrackerIssueType extends TrackerNamed {
  /** As it was before somebody translated the site. */
  readonly untranslatedName: string | null
  /** Epic 1, standard 0, sub-task -1. */
  readonly level: number
}

export interface TrackerProject {
  readonly key: string
  readonly name: string
  readonly issueTypes: readonly TrackerIssueType[]
}

/** A link of an issue, from the side it was read on. */
export interface TrackerLink {
  readonly id: string
  readonly typeId: string
  /** Inward: the other issue blocks this one. Outward: this one blocks the other. */
  readonly direction: 'inward' | 'outward'
  readonly otherId: string
  readonly otherKey: string
}

export interface TrackerIssue {
  readonly id: string
  readonly key: string
  readonly projectKey: string
  readonly typeId: string
  /** One line of plain text. */
  readonly summary: string
  /** HTML as the tracker's own form of it says; not sanitised yet. Empty: none. */
  readonly description: string
  readonly status: NodeStatus
  /** By the parent field, or where the site has it, by the epic link. */
  readonly parentKey: string | null
  /** False: nothing hangs from it, and it need not be asked for. */
  readonly mayHaveChildren: boolean
  /** How many it names itself; an epic's children are not among them. */
  readonly subtaskCount: number
  readonly links: readonly TrackerLink[]
  readonly labels: readonly string[]
  /** Milliseconds since 1970. */
  readonly updatedAt: number
}

export interface NewTrackerIssue {
  readonly projectKey: string
  readonly typeId: string
  /** HTML or text; the tracker gets one line of at most 255 characters. */
  readonly title: string
  readonly description: string
  readonly parentKey: string | null
  /** Where the site keeps an epic's children by a field of its own. */
  readonly epicLinkFieldId: string | null
  /** Kept with the issue where no person sees it: by it a create whose answer was lost is found again. */
  readonly nodeId: string
}

/** An issue that the tracker has just made. */
export interface CreatedIssue {
  readonly id: string
  readonly key: string
  /** False: the tracker takes no description when an issue is created there. */
  readonly hasDescription: boolean
}

export interface TrackerSnapshot {
  readonly summary: string
  /** As `kept` tells it. */
  readonly description: string
  readonly status: NodeStatus
  readonly parentKey: string | null
  readonly updatedAt: number
}

/** An edit of a description, made from what both sides last agreed on. */
export interface DescriptionEdit {
  /** HTML as `TrackerIssue.description` had it. */
  readonly agreed: string
  readonly edited: string
  /** Whose line stays where both sides changed the same one since. */
  readonly winner: 'ours' | 'theirs'
}

/** A description as it was read just now, with an edit of ours in it. */
export interface MergedDescription {
  /** HTML of what the issue has at present. */
  readonly present: string
  /** Given to `update`, in the tracker's own form. Null: nothing needs to be written. */
  readonly document: unknown
  /** HTML of the issue's description once that is written. */
  readonly description: string
  /** False: the issue has lines that the edited description does not show. */
  readonly isShown: boolean
  /** Why the edit cannot be written, in plain words; then there is no document. */
  readonly refusal: string | null
}

/**
 * One tracker, asked in one account's name. Nothing throws but a bug and an abort. Reads and updates are tried up to three
 * times; a create and a link never twice.
 */
export interface TrackerSite {
  /** The site's host, lower case, with its port where it has one. */
  readonly site: string
  /** Where a person looks at the issue. */
  issueUrl(key: string): string
  /** Whose key this is. Asked first: other reads also answer callers without a key. */
  myself(): Promise<TrackerResult<{ readonly accountId: string; readonly name: string }>>
  /** Those in which the caller may create issues. */
  projects(): Promise<TrackerResult<readonly TrackerProject[]>>
  linkTypes(): Promise<TrackerResult<readonly TrackerNamed[]>>
  epicLinkFieldId(): Promise<TrackerResult<string | null>>
  /** By id or key. */
  issue(idOrKey: string, options?: TrackerReadOptions): Promise<TrackerResult<TrackerIssue>>
  /** Those of these ids or keys that are there; however many, in as few calls as can be. */
  issues(idsOrKeys: readonly string[], options?: TrackerReadOptions): Promise<TrackerResult<readonly TrackerIssue[]>>
  /** The direct children of all of these, in the tracker's order; all pages. */
  children(parentKeys: readonly string[], options?: TrackerReadOptions): Promise<TrackerResult<readonly TrackerIssue[]>>
  /** What was created or changed in a project within the last so many minutes. */
  changedWithin(
    projectKey: string,
    minutes: number,
    options?: TrackerReadOptions,
  ): Promise<TrackerResult<readonly TrackerIssue[]>>
  /**
   * Those that were created for a node in a project within the last so many minutes, the first first. The tracker's index may be
   * seconds behind a create.
   */
  createdFor(
    nodeId: string,
    within: { readonly projectKey: string; readonly minutes: number; readonly summary: string },
    options?: TrackerReadOptions,
  ): Promise<TrackerResult<readonly TrackerIssue[]>>
  /** The node that an issue was created for; null: none of ours. */
  nodeOfIssue(idOrKey: string): Promise<TrackerResult<string | null>>
  create(issue: NewTrackerIssue): Promise<TrackerResult<CreatedIssue>>
  /** Reads the description and merges an edit into it: what we cannot show or write stays in it. Writes nothing. */
  mergeDescription(key: string, edit: DescriptionEdit): Promise<TrackerResult<MergedDescription>>
  /** What is left out stays. A description is given as the document that `mergeDescription` made. */
  update(
    key: string,
    change: { readonly title?: string; readonly document?: unknown; readonly labels?: readonly string[] },
  ): Promise<TrackerResult<void>>
  setParent(
    key: string,
    parentKey: string | null,
    options: { readonly epicLinkFieldId: string | null },
  ): Promise<TrackerResult<void>>
  /** By the first transition that leads to the status. 'no-way': none does, or none may be taken; nothing was changed. */
  moveTo(key: string, status: NodeStatus): Promise<TrackerResult<'moved' | 'no-way'>>
  /** The first blocks the second. */
  link(typeId: string, blockerKey: string, blockedKey: string): Promise<TrackerResult<void>>
  unlink(linkId: string): Promise<TrackerResult<void>>
  /** With its sub-tasks. One that is gone already is well. */
  remove(key: string): Promise<TrackerResult<void>>
  /** A title and a description as this tracker would give them back: what an echo is recognised by. */
  normalize(
    title: string,
    description: string,
  ): Promise<TrackerResult<{ readonly summary: string; readonly description: string }>>
}

export interface TrackerReadOptions {
  readonly epicLinkFieldId?: string | null
  readonly signal?: AbortSignal
  /** After each page: how many issues have come so far. */
  readonly onPage?: (issues: number) => void
}

export interface IssueTracker {
  /** Asks nothing yet. Sites share what is known of them: how they answer, how many ask at once. */
  site(credentials: TrackerCredentials): TrackerSite
}
