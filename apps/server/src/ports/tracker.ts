import type { NodeStatus, Result, TrackerFieldName } from '@espalier/domain'

/** A person's access to their issue tracker. The person chooses the domain, so nothing about it is trusted. */
export interface TrackerCredentials {
  readonly domain: string
  readonly apiUser: string
  readonly apiKey: string
}

export type TrackerFailureKind =
  /** The tracker refuses the key. */
  | 'rejected'
  /** The tracker accepts the key, but does not allow this to its owner. */
  | 'forbidden'
  | 'not-found'
  /** The tracker refuses the values; `fields` may name them. */
  | 'invalid'
  /** Rate limited; retry after `retryAfterMs`. */
  | 'limited'
  /** No response, no response in time, no such site, a forbidden address, or an open circuit breaker. */
  | 'unreachable'
  /** The response is unusable: a 5xx, a redirect, garbage, or too long. */
  | 'failed'

export interface TrackerFailure {
  readonly kind: TrackerFailureKind
  /** A plain message for people; never a raw response body. */
  readonly message: string
  /** The reasons for a refused write, by the tracker's field names. */
  readonly fields?: Readonly<Record<string, string>>
  readonly retryAfterMs?: number
  /** The response was longer than it may be, so a request for less may succeed. */
  readonly isTooLarge?: boolean
  /** The outcome of a write is unknown: it may have been executed although no successful response came. */
  readonly mayHaveHappened?: boolean
}

export type TrackerResult<Value> = Result<Value, TrackerFailure>

export interface TrackerNamed {
  readonly id: string
  readonly name: string
}

export interface TrackerIssueType extends TrackerNamed {
  /** The name before the site was translated. */
  readonly untranslatedName: string | null
  /** 1 for an epic, 0 for a standard issue, -1 for a sub-task. */
  readonly level: number
}

export interface TrackerProject {
  readonly key: string
  readonly name: string
  readonly issueTypes: readonly TrackerIssueType[]
}

/** A link of an issue, seen from the issue it was read on. */
export interface TrackerLink {
  readonly id: string
  readonly typeId: string
  /** Inward: the other issue blocks this one. Outward: this one blocks the other. */
  readonly direction: 'inward' | 'outward'
  readonly otherId: string
  readonly otherKey: string
}

export interface TrackerPerson {
  readonly id: string
  /** Null if the tracker does not show it. */
  readonly email: string | null
}

/** Which fields of issues are read. */
export interface IssueFieldRequest {
  readonly names: readonly TrackerFieldName[]
  /** The fields that may hold story points. Null: an estimate is the time that was estimated, in seconds. */
  readonly pointFieldIds: readonly string[] | null
}

/** The fields of an issue that were requested; an empty one is null. */
export interface IssueFields {
  readonly assignee?: TrackerPerson | null
  /** YYYY-MM-DD. */
  readonly dueDate?: string | null
  /** Story points or seconds, as requested. No time and a time of zero are the same. */
  readonly estimate?: number | null
  /** The id of one of the site's priorities. */
  readonly priority?: string | null
  readonly labels?: readonly string[]
}

/** How a site represents these fields. */
export interface TrackerFieldModel {
  /** The fields for story points, the usual one first. Empty: the site has none. */
  readonly pointFieldIds: readonly string[]
  /** From the highest to the lowest. */
  readonly priorities: readonly TrackerNamed[]
  readonly hoursPerDay: number
}

/** Omitted fields stay unchanged; null empties a field. */
export interface IssueFieldChange {
  /** The id of a person. */
  readonly assignee?: string | null
  readonly dueDate?: string | null
  readonly estimate?: number | null
  /** The id of a priority. */
  readonly priority?: string
  readonly labels?: { readonly add: readonly string[]; readonly remove: readonly string[] }
}

/** The fields that the tracker did not accept, with its reasons. */
export type RefusedFields = Readonly<Partial<Record<TrackerFieldName, string>>>

export interface TrackerIssue {
  readonly id: string
  readonly key: string
  readonly projectKey: string
  readonly typeId: string
  /** One line of plain text. */
  readonly summary: string
  /** HTML converted from the tracker's format, not sanitized yet. Empty if there is none. */
  readonly description: string
  readonly status: NodeStatus
  /** From the parent field or, on sites that have it, the epic link. */
  readonly parentKey: string | null
  /** False if it cannot have children, which then need not be requested. */
  readonly mayHaveChildren: boolean
  /** The number of sub-tasks that it lists itself; an epic's children are not included. */
  readonly subtaskCount: number
  readonly links: readonly TrackerLink[]
  readonly labels: readonly string[]
  readonly fields: IssueFields
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
  /** The separate field for an epic's children, on sites that have one. */
  readonly epicLinkFieldId: string | null
  /** Stored invisibly with the issue, so that a create whose response was lost is found again. */
  readonly nodeId: string
}

/** An issue that the tracker has just created. */
export interface CreatedIssue {
  readonly id: string
  readonly key: string
  /** False if the tracker accepts no description when an issue is created. */
  readonly hasDescription: boolean
}

export interface TrackerSnapshot {
  readonly summary: string
  /** The description as `normalize` returns it. */
  readonly description: string
  readonly status: NodeStatus
  readonly parentKey: string | null
  readonly updatedAt: number
  /** The links to other issues as comparable texts. Absent: there was none. */
  readonly links?: readonly string[]
  /** The other synced fields as comparable texts. Absent: none of them is synced. */
  readonly fields?: Readonly<Partial<Record<TrackerFieldName, string>>>
}

/** An edit of a description, based on the last agreement of both sides. */
export interface DescriptionEdit {
  /** HTML as `TrackerIssue.description` had it. */
  readonly agreed: string
  readonly edited: string
  /** The side whose line is kept if both changed the same one since. */
  readonly winner: 'ours' | 'theirs'
}

/** A description that was just read, with our edit merged in. */
export interface MergedDescription {
  /** HTML of the issue's current description. */
  readonly present: string
  /** The value for `update` in the tracker's own format. Null if nothing needs to be written. */
  readonly document: unknown
  /** HTML of the issue's description after that write. */
  readonly description: string
  /** False if the issue has lines that the edited description does not show. */
  readonly isShown: boolean
  /** The reason why the edit cannot be written, in plain words; then there is no document. */
  readonly refusal: string | null
}

/**
 * One tracker, used in one account's name. Only bugs and aborts throw. Reads and updates are tried up to three times; a
 * create and a link are sent only once.
 */
export interface TrackerSite {
  /** The site's host in lower case, with its port if it has one. */
  readonly site: string
  /** The URL at which a person views the issue. */
  issueUrl(key: string): string
  /** The owner of the key. Call it first, because other reads also answer callers without a key. */
  myself(): Promise<TrackerResult<{ readonly accountId: string; readonly name: string }>>
  /** The projects in which the caller may create issues. */
  projects(): Promise<TrackerResult<readonly TrackerProject[]>>
  linkTypes(): Promise<TrackerResult<readonly TrackerNamed[]>>
  epicLinkFieldId(): Promise<TrackerResult<string | null>>
  fieldModel(): Promise<TrackerResult<TrackerFieldModel>>
  /** Null if the tracker shows nobody, or more than one person, with this email address. */
  findPerson(email: string): Promise<TrackerResult<TrackerPerson | null>>
  /** By id or key. */
  issue(idOrKey: string, options?: TrackerReadOptions): Promise<TrackerResult<TrackerIssue>>
  /** Returns the existing issues of these ids or keys in as few calls as possible. */
  issues(idsOrKeys: readonly string[], options?: TrackerReadOptions): Promise<TrackerResult<readonly TrackerIssue[]>>
  /** The direct children of all of these in the tracker's order, from all pages. */
  children(parentKeys: readonly string[], options?: TrackerReadOptions): Promise<TrackerResult<readonly TrackerIssue[]>>
  /** The issues of a project that were created or changed within this many minutes. */
  changedWithin(
    projectKey: string,
    minutes: number,
    options?: TrackerReadOptions,
  ): Promise<TrackerResult<readonly TrackerIssue[]>>
  /**
   * The issues of a project that were created for a node within this many minutes, oldest first. The tracker's index
   * may be seconds behind a create.
   */
  createdFor(
    nodeId: string,
    within: { readonly projectKey: string; readonly minutes: number; readonly summary: string },
    options?: TrackerReadOptions,
  ): Promise<TrackerResult<readonly TrackerIssue[]>>
  /** The node that an issue was created for; null if it is none of ours. */
  nodeOfIssue(idOrKey: string): Promise<TrackerResult<string | null>>
  create(issue: NewTrackerIssue): Promise<TrackerResult<CreatedIssue>>
  /** Reads the description and merges an edit into it: content that we cannot show or write is kept. Writes nothing. */
  mergeDescription(key: string, edit: DescriptionEdit): Promise<TrackerResult<MergedDescription>>
  /** Omitted fields stay unchanged. A description is given as the document that `mergeDescription` returned. */
  update(
    key: string,
    change: { readonly title?: string; readonly document?: unknown; readonly labels?: readonly string[] },
  ): Promise<TrackerResult<void>>
  /** Writes what the tracker accepts. A refused field does not hold up the others. */
  updateFields(
    key: string,
    change: IssueFieldChange,
    options: Pick<IssueFieldRequest, 'pointFieldIds'>,
  ): Promise<TrackerResult<RefusedFields>>
  setParent(
    key: string,
    parentKey: string | null,
    options: { readonly epicLinkFieldId: string | null },
  ): Promise<TrackerResult<void>>
  /**
   * Uses the first transition that leads to the status. 'no-way': none does or none is allowed; nothing was changed.
   */
  moveTo(key: string, status: NodeStatus): Promise<TrackerResult<'moved' | 'no-way'>>
  /** The first issue blocks the second. */
  link(typeId: string, blockerKey: string, blockedKey: string): Promise<TrackerResult<void>>
  unlink(linkId: string): Promise<TrackerResult<void>>
  /** Deletes the issue with its sub-tasks. An issue that is already gone is a success. */
  remove(key: string): Promise<TrackerResult<void>>
  /** Returns a title and a description as this tracker would return them, to recognize an echo. */
  normalize(
    title: string,
    description: string,
  ): Promise<TrackerResult<{ readonly summary: string; readonly description: string }>>
}

export interface TrackerReadOptions {
  readonly epicLinkFieldId?: string | null
  /** Absent: no further fields. */
  readonly fields?: IssueFieldRequest
  readonly signal?: AbortSignal
  /** Called after each page with the number of issues so far. */
  readonly onPage?: (issues: number) => void
}

export interface IssueTracker {
  /** Sends no request yet. Calls to one site share its state: its responses and its concurrency limit. */
  site(credentials: TrackerCredentials): TrackerSite
}
