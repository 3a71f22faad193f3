// Generated from schema.graphql by `npm run generate -w @espalier/contract`. Do not edit.
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
  /** Milliseconds since 1970, as a number. */
  Millis: { input: number; output: number; }
};

export type NodeStatus =
  | 'todo'
  | 'progress'
  | 'done';

export type ProjectStatus =
  | 'active'
  | 'inactive'
  | 'archived'
  | 'deleted';

export type ProjectFilter =
  | 'inbox'
  | 'progress'
  | 'todo'
  | 'done'
  | 'shared'
  | 'archive'
  | 'trash';

export type GeneralAccess =
  | 'restricted'
  | 'anyone';

export type NodeType =
  | 'standard'
  | 'node_links';

export type TransitionState =
  | 'todo'
  | 'progress'
  | 'done'
  | 'deleted';

export type Query = {
  readonly account: Account;
  /**
   * inbox: every active or inactive project, owned or shared by name. progress, todo, done: those of inbox with that
   * completionStatus. shared: those of inbox that the caller does not own. archive: archived ones, owned or shared. trash: deleted ones, owned.
   */
  readonly projects: ReadonlyArray<Project>;
  /** Also for an anonymous caller, where generalAccess is anyone. Missing or hidden: null and a NOT_FOUND error, for which the page shows no toast. */
  readonly project: Maybe<Project>;
  readonly nodes: ReadonlyArray<Node>;
  /** What changed after a sequence number, for a client that was away. complete false: the gap is too old, read nodes anew. */
  readonly changes: Changes;
  /** Null where there is no such user. Only for callers with product access, and rate limited. For 90 days the caller may then know and add that person by id. */
  readonly publicUserByEmail: Maybe<PublicUser>;
  /** Null unless the caller looked that person up by email, or that person owns or has opened a project that both are named in. The limit allows a list of 2,000 projects. */
  readonly publicUserById: Maybe<PublicUser>;
  readonly projectSessions: ReadonlyArray<ProjectSession>;
  /** Who changed what and when, the latest first: for those named in the project. before: only what has a smaller seq. first: at most 100. */
  readonly history: History;
  /** The built-in board, a page at a time; after is the page before it's next. Every word of search, or the beginning of one, is in the post. */
  readonly feedbackPosts: FeedbackPage;
  /** At most five posts that may say the same as a title that is being written. */
  readonly similarFeedback: ReadonlyArray<FeedbackPost>;
  /** By the number that its slug begins with. Null and a NOT_FOUND error where there is none. */
  readonly feedbackPost: Maybe<FeedbackPost>;
  /** How far the caller's import of this epic has come, or how its last one ended. Null: there was none in the last hour. */
  readonly importProgress: Maybe<ImportProgress>;
  /** How a project is kept in step with its issue tracker, for those who may edit it. Null: it is not. */
  readonly trackerSync: Maybe<TrackerSync>;
};


export type QueryProjectsArgs = {
  filter?: InputMaybe<ProjectFilter>;
};


export type QueryProjectArgs = {
  id: Scalars['ID']['input'];
};


export type QueryNodesArgs = {
  projectId: Scalars['ID']['input'];
  includeDeleted?: InputMaybe<Scalars['Boolean']['input']>;
};


export type QueryChangesArgs = {
  projectId: Scalars['ID']['input'];
  after: Scalars['Int']['input'];
};


export type QueryPublicUserByEmailArgs = {
  email: Scalars['String']['input'];
};


export type QueryPublicUserByIdArgs = {
  id: Scalars['ID']['input'];
};


export type QueryProjectSessionsArgs = {
  projectId: Scalars['ID']['input'];
};


export type QueryHistoryArgs = {
  projectId: Scalars['ID']['input'];
  before?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryFeedbackPostsArgs = {
  sort?: FeedbackSort;
  status?: InputMaybe<FeedbackStatus>;
  search?: Scalars['String']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QuerySimilarFeedbackArgs = {
  title: Scalars['String']['input'];
};


export type QueryFeedbackPostArgs = {
  number: Scalars['Int']['input'];
};


export type QueryImportProgressArgs = {
  externalProjectKey: Scalars['String']['input'];
};


export type QueryTrackerSyncArgs = {
  projectId: Scalars['ID']['input'];
};

export type Mutation = {
  readonly createProject: Project;
  /** Imports the epic and everything below it from the account's issue tracker. */
  readonly importProject: Project;
  readonly updateProject: Project;
  readonly cloneProject: Project;
  /** For any member but the owner. */
  readonly leaveProject: Scalars['Boolean']['output'];
  /** Deletes for good every project in the caller's trash; returns how many. */
  readonly emptyTrash: Scalars['Int']['output'];
  /** integrationSettings.jira: null removes the integration. */
  readonly updateAccount: Account;
  readonly testJiraIntegration: JiraTestResult;
  readonly inviteToBeta: Scalars['Boolean']['output'];
  /** Uses the invite that the register link of its mail carries. It makes the account of that address active, once. */
  readonly acceptInvite: Scalars['Boolean']['output'];
  readonly createNode: Node;
  readonly updateNode: Node;
  /** The same fields to many nodes of one project (the spec's IDs), all or nothing. */
  readonly updateNodeBatch: Scalars['Boolean']['output'];
  /** Deletes one node; its children move up to its parents. Every changed node is a record, children first, the deleted node last, so that the reverse order undoes it. */
  readonly deleteNode: ReadonlyArray<ChangeRecord>;
  /** Deletes the node and what hangs from it alone: a descendant with another living parent stays and loses the link (announced as nodeBatchUpdated, to the caller too; undo restores it). Returns the deleted ids. */
  readonly deleteNodeWithChildren: ReadonlyArray<Scalars['ID']['output']>;
  /** Children arrive as nodeCreated events while they are made; style.processing is true until the end. Returns them all. */
  readonly aiBreakdownNode: ReadonlyArray<Node>;
  /** Shows the others in the project what the caller has selected there, until it shows something else or leaves. Nothing is stored of it. False: the caller is not present. */
  readonly showSelection: Scalars['Boolean']['output'];
  /** Takes a past change back, field by field and all or nothing: a change of its own. CONFLICT: somebody changed the same since, or the rules do not allow it; the message names it. */
  readonly undoChange: Scalars['Boolean']['output'];
  /** Plain text. Who writes a post votes for it. */
  readonly createFeedback: FeedbackPost;
  /** CONFLICT where the post is completed, declined or a duplicate. */
  readonly voteFeedback: FeedbackPost;
  readonly commentFeedback: FeedbackComment;
};


export type MutationCreateProjectArgs = {
  data: ProjectInput;
};


export type MutationImportProjectArgs = {
  externalProjectKey: Scalars['String']['input'];
};


export type MutationUpdateProjectArgs = {
  id: Scalars['ID']['input'];
  data: ProjectUpdate;
};


export type MutationCloneProjectArgs = {
  id: Scalars['ID']['input'];
};


export type MutationLeaveProjectArgs = {
  id: Scalars['ID']['input'];
};


export type MutationUpdateAccountArgs = {
  data: AccountInput;
};


export type MutationTestJiraIntegrationArgs = {
  data: JiraCredentials;
};


export type MutationInviteToBetaArgs = {
  emails: ReadonlyArray<Scalars['String']['input']>;
};


export type MutationAcceptInviteArgs = {
  invite: Scalars['String']['input'];
};


export type MutationCreateNodeArgs = {
  data: NodeCreate;
};


export type MutationUpdateNodeArgs = {
  id: Scalars['ID']['input'];
  data: NodeUpdate;
};


export type MutationUpdateNodeBatchArgs = {
  ids: ReadonlyArray<Scalars['ID']['input']>;
  data: NodeBatchUpdate;
};


export type MutationDeleteNodeArgs = {
  id: Scalars['ID']['input'];
};


export type MutationDeleteNodeWithChildrenArgs = {
  id: Scalars['ID']['input'];
};


export type MutationAiBreakdownNodeArgs = {
  id: Scalars['ID']['input'];
};


export type MutationShowSelectionArgs = {
  projectId: Scalars['ID']['input'];
  nodeIds: ReadonlyArray<Scalars['ID']['input']>;
};


export type MutationUndoChangeArgs = {
  projectId: Scalars['ID']['input'];
  seq: Scalars['Int']['input'];
};


export type MutationCreateFeedbackArgs = {
  title: Scalars['String']['input'];
  details?: Scalars['String']['input'];
};


export type MutationVoteFeedbackArgs = {
  id: Scalars['ID']['input'];
  isVoted: Scalars['Boolean']['input'];
};


export type MutationCommentFeedbackArgs = {
  id: Scalars['ID']['input'];
  text: Scalars['String']['input'];
};

export type Subscription = {
  readonly nodeCreated: Node;
  /** Deletes arrive here or in nodeBatchUpdated, with isDeleted true. */
  readonly nodeUpdated: Node;
  readonly nodeBatchUpdated: ReadonlyArray<Node>;
  /** Title, layout, status, sharing, settings. */
  readonly projectUpdated: Project;
  /** The whole list, at once on subscribing and again at each change. To subscribe is to be present. */
  readonly projectSessions: ReadonlyArray<ProjectSession>;
};


export type SubscriptionNodeCreatedArgs = {
  projectId: Scalars['ID']['input'];
};


export type SubscriptionNodeUpdatedArgs = {
  projectId: Scalars['ID']['input'];
};


export type SubscriptionNodeBatchUpdatedArgs = {
  projectId: Scalars['ID']['input'];
};


export type SubscriptionProjectUpdatedArgs = {
  projectId: Scalars['ID']['input'];
};


export type SubscriptionProjectSessionsArgs = {
  projectId: Scalars['ID']['input'];
};

export type Changes = {
  readonly seq: Scalars['Int']['output'];
  readonly complete: Scalars['Boolean']['output'];
  readonly nodes: ReadonlyArray<Node>;
};

export type Account = {
  readonly id: Scalars['ID']['output'];
  /** Null: never subscribed. */
  readonly subscription: Maybe<Subscribed>;
  readonly integrationSettings: AccountIntegrations;
  /** One line for each limit. What would exceed one is refused with BAD_USER_INPUT, field: quota. */
  readonly usage: ReadonlyArray<Usage>;
  /** Keys for texts that this account keeps on a device until they are sent: the first one encrypts, all decrypt. 32 bytes each, base64. Nobody else gets them. */
  readonly deviceKeys: ReadonlyArray<Scalars['String']['output']>;
};

/** What the account may hold, and how much of it is used. */
export type Usage = {
  readonly kind: UsageKind;
  /** Projects, nodes or bytes. */
  readonly used: Scalars['Float']['output'];
  readonly limit: Scalars['Float']['output'];
  /** Where one project has a limit of its own: the one of the caller's that is the nearest to it. */
  readonly projectId: Maybe<Scalars['ID']['output']>;
  readonly projectTitle: Maybe<Scalars['String']['output']>;
};

/** projects: with those in the trash. account_bytes: all texts and the history of all projects together. project_nodes, project_bytes: of the fullest project. */
export type UsageKind =
  | 'projects'
  | 'account_bytes'
  | 'project_nodes'
  | 'project_bytes';

export type Subscribed = {
  /** trialing, active, past_due, canceled, unpaid, incomplete, incomplete_expired, paused */
  readonly status: Scalars['String']['output'];
  /** Seconds since 1970. */
  readonly trial_end: Maybe<Scalars['Int']['output']>;
};

export type AccountIntegrations = {
  readonly jira: Maybe<JiraSettings>;
};

export type JiraSettings = {
  readonly domain: Scalars['String']['output'];
  readonly apiUser: Scalars['String']['output'];
  /** Never the key itself: a mask with its last four characters. In updateAccount and testJiraIntegration alike the mask stands for the stored key, and only with the stored domain and apiUser. */
  readonly apiKey: Scalars['String']['output'];
  readonly projectKey: Maybe<Scalars['String']['output']>;
  readonly issueTypeId: Maybe<Scalars['String']['output']>;
  readonly epicTypeId: Maybe<Scalars['String']['output']>;
  readonly linkTypeId: Maybe<Scalars['String']['output']>;
  readonly epicLinkFieldId: Maybe<Scalars['String']['output']>;
  /** Where the tracker's webhook is to post. */
  readonly webhookUrl: Scalars['String']['output'];
  /** Masked as apiKey is. Where set, a webhook must bear its HMAC. */
  readonly webhookSecret: Maybe<Scalars['String']['output']>;
  /** What is wrong with the saved integration, and what to do; null: the tracker took the key when it was last asked. */
  readonly problem: Maybe<Scalars['String']['output']>;
};

export type Project = {
  readonly id: Scalars['ID']['output'];
  readonly title: Scalars['String']['output'];
  readonly body: Scalars['String']['output'];
  readonly status: ProjectStatus;
  /** done: every living node is done, and there is one. todo: none is in progress or done. Otherwise progress. */
  readonly completionStatus: NodeStatus;
  readonly owner: Scalars['ID']['output'];
  /** tree-left, tree-right, tree-down or tree-up; any other value is BAD_USER_INPUT. */
  readonly layout: Scalars['String']['output'];
  readonly sharing: Sharing;
  /** The living nodes of other projects, visible to the caller, that link to this project. */
  readonly nodeLinks: ReadonlyArray<NodeLink>;
  readonly integrationSettings: ProjectIntegrations;
  /** A value, or a string that holds JSON (one that does not parse: 'Invalid JSON'). */
  readonly json: Maybe<Scalars['JSON']['output']>;
  /** Grows by one with every stored change of the project or of its nodes. */
  readonly seq: Scalars['Int']['output'];
  /** Also moves with every change of its nodes. */
  readonly updatedAt: Scalars['Millis']['output'];
};

export type Sharing = {
  readonly generalAccess: GeneralAccess;
  /** User id to viewer or editor. An anonymous or link-only caller gets an empty map. */
  readonly users: Scalars['JSON']['output'];
  /** False: only the owner changes the sharing settings. */
  readonly editorsMayShare: Scalars['Boolean']['output'];
};

export type NodeLink = {
  readonly id: Scalars['ID']['output'];
  readonly title: Scalars['String']['output'];
  readonly project: NodeLinkProject;
};

export type NodeLinkProject = {
  readonly id: Scalars['ID']['output'];
  readonly title: Scalars['String']['output'];
};

export type ProjectIntegrations = {
  readonly jiraSync: Scalars['Boolean']['output'];
};

export type Node = {
  readonly id: Scalars['ID']['output'];
  readonly projectId: Scalars['ID']['output'];
  /** The primary parent: the first of parentIds. */
  readonly parentId: Maybe<Scalars['ID']['output']>;
  readonly parentIds: ReadonlyArray<Scalars['ID']['output']>;
  readonly projectLink: Maybe<Scalars['ID']['output']>;
  readonly title: Scalars['String']['output'];
  readonly body: Scalars['String']['output'];
  readonly status: NodeStatus;
  /** Order among siblings, from 0 to 10000; equal ones by id. */
  readonly position: Scalars['Float']['output'];
  readonly hideChildren: Scalars['Boolean']['output'];
  readonly isDeleted: Scalars['Boolean']['output'];
  readonly style: NodeStyle;
  readonly type: NodeType;
  /** The issue in the tracker, if the node has one. */
  readonly externalKey: Maybe<Scalars['String']['output']>;
  readonly transitions: ReadonlyArray<Transition>;
  /** Grows by one with every stored change of the node: the later of two versions is the one to keep. */
  readonly version: Scalars['Int']['output'];
};

export type NodeStyle = {
  readonly backgroundColor: Scalars['String']['output'];
  readonly processing: Scalars['Boolean']['output'];
};

/** from is deleted in a node's first entry: leaving deleted is being created. Undelete adds {from: deleted, to: its status}. */
export type Transition = {
  readonly dt: Scalars['Millis']['output'];
  readonly from: TransitionState;
  readonly to: TransitionState;
};

/** picture is an absolute URL. */
export type PublicUser = {
  readonly id: Scalars['ID']['output'];
  readonly email: Scalars['String']['output'];
  readonly picture: Scalars['String']['output'];
};

/** id: the user's, or for a guest 'guest:' and a hash of its x-client-id. Anonymous and link-only callers get no email. */
export type ProjectSession = {
  readonly id: Scalars['ID']['output'];
  readonly email: Maybe<Scalars['String']['output']>;
  readonly picture: Scalars['String']['output'];
  readonly firstname: Maybe<Scalars['String']['output']>;
  readonly lastname: Maybe<Scalars['String']['output']>;
  /** As #rrggbb, dark enough for white text; the same for the same id everywhere. */
  readonly colour: Scalars['String']['output'];
  /** What the person last showed as selected: nodes of this project, which may be deleted by now. */
  readonly nodeIds: ReadonlyArray<Scalars['ID']['output']>;
};

export type ChangeRecord = {
  readonly id: Scalars['ID']['output'];
  readonly before: Scalars['JSON']['output'];
  readonly after: Scalars['JSON']['output'];
};

export type HistoryKind =
  | 'project_created'
  | 'project_updated'
  | 'nodes_created'
  | 'nodes_deleted'
  | 'nodes_restored'
  | 'nodes_changed';

export type History = {
  readonly entries: ReadonlyArray<HistoryEntry>;
  /** Null: there are no older ones. Else what to ask for as before. */
  readonly next: Maybe<Scalars['Int']['output']>;
  /** Changes up to this number are no longer kept; 0: all are. */
  readonly keptFrom: Scalars['Int']['output'];
};

/** What one person did by one act. */
export type HistoryEntry = {
  /** Of the first change of the act. */
  readonly seq: Scalars['Int']['output'];
  readonly at: Scalars['Millis']['output'];
  /** Null: nobody knows them any more. */
  readonly by: Maybe<HistoryPerson>;
  readonly kind: HistoryKind;
  /** Of the nodes that it was about. */
  readonly nodeCount: Scalars['Int']['output'];
  /** The first of them. */
  readonly nodeIds: ReadonlyArray<Scalars['ID']['output']>;
  /** The first of them, or the project itself, with the fields that changed. Titles are plain text, parents stand as {id, title}, long texts as true. An empty before: it was not kept. */
  readonly changes: ReadonlyArray<HistoryChange>;
  /** Whether it may be tried; what has happened since is looked at then. */
  readonly canUndo: Scalars['Boolean']['output'];
  /** The change that this one took back. */
  readonly undoes: Maybe<Scalars['Int']['output']>;
};

/** title: as it now is, in plain text. */
export type HistoryChange = {
  readonly id: Scalars['ID']['output'];
  readonly title: Scalars['String']['output'];
  readonly isDeleted: Scalars['Boolean']['output'];
  readonly before: Scalars['JSON']['output'];
  readonly after: Scalars['JSON']['output'];
};

export type HistoryPerson = {
  readonly id: Scalars['ID']['output'];
  readonly email: Scalars['String']['output'];
  readonly picture: Scalars['String']['output'];
  readonly firstname: Maybe<Scalars['String']['output']>;
  readonly lastname: Maybe<Scalars['String']['output']>;
};

export type TrackerSync = {
  /** Why nothing moves at present, and what to do; null: nothing is wrong. */
  readonly problem: Maybe<Scalars['String']['output']>;
  /** How many nodes are still to be compared with their issue. */
  readonly waiting: Scalars['Int']['output'];
  /** Where people look at issues: a key follows. */
  readonly issueUrl: Maybe<Scalars['String']['output']>;
  /** The nodes that are not, or not wholly, as their issue: at most 1000. */
  readonly nodes: ReadonlyArray<NodeTracking>;
};

export type NodeTrackingState =
  | 'blocked'
  | 'gone';

export type NodeTracking = {
  readonly nodeId: Scalars['ID']['output'];
  readonly state: NodeTrackingState;
  readonly reason: Scalars['String']['output'];
};

export type JiraTestResult = {
  readonly projects: ReadonlyArray<JiraProject>;
  readonly linkTypes: ReadonlyArray<JiraNamed>;
  readonly epicLinkFieldId: Maybe<Scalars['String']['output']>;
};

export type JiraProject = {
  readonly key: Scalars['String']['output'];
  readonly name: Scalars['String']['output'];
  readonly issuetypes: ReadonlyArray<JiraNamed>;
};

export type JiraNamed = {
  readonly id: Scalars['String']['output'];
  readonly name: Scalars['String']['output'];
  /** As it was before the site was translated. */
  readonly untranslatedName: Maybe<Scalars['String']['output']>;
  /** Of an issue type: epic 1, standard 0, sub-task -1. */
  readonly hierarchyLevel: Maybe<Scalars['Int']['output']>;
};

export type ImportProgress = {
  readonly isRunning: Scalars['Boolean']['output'];
  /** Issues read so far. */
  readonly done: Scalars['Int']['output'];
  /** Null: not known yet. */
  readonly total: Maybe<Scalars['Int']['output']>;
  /** Nodes made, and nodes changed, once it has ended well. */
  readonly created: Scalars['Int']['output'];
  readonly changed: Scalars['Int']['output'];
  /** Nodes that stay although their issue is no longer below the epic. */
  readonly gone: Scalars['Int']['output'];
};

export type ProjectInput = {
  readonly title: Scalars['String']['input'];
  readonly body?: InputMaybe<Scalars['String']['input']>;
  readonly status?: InputMaybe<ProjectStatus>;
  readonly layout?: InputMaybe<Scalars['String']['input']>;
  readonly json?: InputMaybe<Scalars['JSON']['input']>;
  /** Ids of nodes, in projects the caller may edit, that shall link to the new project. */
  readonly nodeLinks?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
};

export type ProjectUpdate = {
  readonly title?: InputMaybe<Scalars['String']['input']>;
  readonly body?: InputMaybe<Scalars['String']['input']>;
  readonly status?: InputMaybe<ProjectStatus>;
  readonly layout?: InputMaybe<Scalars['String']['input']>;
  readonly json?: InputMaybe<Scalars['JSON']['input']>;
  readonly sharing?: InputMaybe<SharingInput>;
  readonly integrationSettings?: InputMaybe<ProjectIntegrationsInput>;
};

export type SharingInput = {
  readonly generalAccess?: InputMaybe<GeneralAccess>;
  /** The whole new map: user id to viewer or editor. Somebody new must be known to the caller, as for publicUserById; else NOT_FOUND. The owner is not in it. */
  readonly users?: InputMaybe<Scalars['JSON']['input']>;
  /** Only the changes: user id to viewer, editor or null. Our page uses this, so that two people sharing at once undo nothing of each other. Of one's own id and null any member may make use: it is leaving. */
  readonly changes?: InputMaybe<Scalars['JSON']['input']>;
  /** One mail for a person, project and day; a person sends at most 100 a day, then RATE_LIMITED. */
  readonly notify?: InputMaybe<Scalars['Boolean']['input']>;
  /** At most 1,000 characters. */
  readonly notificationText?: InputMaybe<Scalars['String']['input']>;
  /** Only the owner may set it. True as it comes. */
  readonly editorsMayShare?: InputMaybe<Scalars['Boolean']['input']>;
};

export type ProjectIntegrationsInput = {
  readonly jiraSync?: InputMaybe<Scalars['Boolean']['input']>;
};

export type AccountInput = {
  readonly integrationSettings?: InputMaybe<AccountIntegrationsInput>;
};

export type AccountIntegrationsInput = {
  readonly jira?: InputMaybe<JiraSettingsInput>;
};

export type JiraSettingsInput = {
  readonly domain: Scalars['String']['input'];
  readonly apiUser: Scalars['String']['input'];
  readonly apiKey: Scalars['String']['input'];
  readonly projectKey?: InputMaybe<Scalars['String']['input']>;
  readonly issueTypeId?: InputMaybe<Scalars['String']['input']>;
  readonly epicTypeId?: InputMaybe<Scalars['String']['input']>;
  readonly linkTypeId?: InputMaybe<Scalars['String']['input']>;
  readonly epicLinkFieldId?: InputMaybe<Scalars['String']['input']>;
  readonly webhookSecret?: InputMaybe<Scalars['String']['input']>;
};

export type JiraCredentials = {
  readonly domain: Scalars['String']['input'];
  readonly apiUser: Scalars['String']['input'];
  readonly apiKey: Scalars['String']['input'];
};

export type NodeCreate = {
  /** May be given by the client, so that it can draw the node before the answer: a UUID that is not in use. */
  readonly id?: InputMaybe<Scalars['ID']['input']>;
  readonly projectId: Scalars['ID']['input'];
  /** The new node's parent. Neither parentId nor childId: a root. */
  readonly parentId?: InputMaybe<Scalars['ID']['input']>;
  /** The new node goes between this node and its primary parent; above a root, it is the new root. */
  readonly childId?: InputMaybe<Scalars['ID']['input']>;
  /** Left out: after the last sibling. */
  readonly position?: InputMaybe<Scalars['Float']['input']>;
  /** The siblings it shall lie between: the server recomputes the position between them as they now are. */
  readonly afterId?: InputMaybe<Scalars['ID']['input']>;
  readonly beforeId?: InputMaybe<Scalars['ID']['input']>;
  readonly title?: InputMaybe<Scalars['String']['input']>;
  readonly body?: InputMaybe<Scalars['String']['input']>;
  readonly status?: InputMaybe<NodeStatus>;
  readonly style?: InputMaybe<NodeStyleInput>;
};

export type NodeStyleInput = {
  readonly backgroundColor?: InputMaybe<Scalars['String']['input']>;
  readonly processing?: InputMaybe<Scalars['Boolean']['input']>;
};

/** parentIds alone: parentId becomes its first. parentId alone: replaces the primary parent, the others stay (null: a root). Both: parentId moves to the front. The value node_links is stripped. */
export type NodeUpdate = {
  readonly parentId?: InputMaybe<Scalars['ID']['input']>;
  readonly parentIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  readonly afterId?: InputMaybe<Scalars['ID']['input']>;
  readonly beforeId?: InputMaybe<Scalars['ID']['input']>;
  readonly projectLink?: InputMaybe<Scalars['ID']['input']>;
  readonly title?: InputMaybe<Scalars['String']['input']>;
  readonly body?: InputMaybe<Scalars['String']['input']>;
  readonly status?: InputMaybe<NodeStatus>;
  readonly position?: InputMaybe<Scalars['Float']['input']>;
  readonly hideChildren?: InputMaybe<Scalars['Boolean']['input']>;
  readonly isDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  readonly style?: InputMaybe<NodeStyleInput>;
};

export type NodeBatchUpdate = {
  readonly projectId: Scalars['ID']['input'];
  readonly parentId?: InputMaybe<Scalars['ID']['input']>;
  readonly parentIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  readonly projectLink?: InputMaybe<Scalars['ID']['input']>;
  readonly title?: InputMaybe<Scalars['String']['input']>;
  readonly body?: InputMaybe<Scalars['String']['input']>;
  readonly status?: InputMaybe<NodeStatus>;
  readonly position?: InputMaybe<Scalars['Float']['input']>;
  readonly hideChildren?: InputMaybe<Scalars['Boolean']['input']>;
  readonly isDeleted?: InputMaybe<Scalars['Boolean']['input']>;
  readonly style?: InputMaybe<NodeStyleInput>;
};

export type FeedbackSort =
  | 'votes'
  | 'newest';

export type FeedbackStatus =
  | 'open'
  | 'planned'
  | 'started'
  | 'completed'
  | 'declined'
  | 'duplicate';

/** next: null on the last page. */
export type FeedbackPage = {
  readonly posts: ReadonlyArray<FeedbackPost>;
  readonly next: Maybe<Scalars['String']['output']>;
};

export type FeedbackPost = {
  readonly id: Scalars['ID']['output'];
  readonly number: Scalars['Int']['output'];
  /** Its address below /feedback/p/. */
  readonly slug: Scalars['String']['output'];
  readonly title: Scalars['String']['output'];
  readonly details: Scalars['String']['output'];
  readonly status: FeedbackStatus;
  readonly duplicateOf: Maybe<FeedbackLink>;
  readonly author: FeedbackAuthor;
  readonly votes: Scalars['Int']['output'];
  readonly hasVoted: Scalars['Boolean']['output'];
  readonly commentCount: Scalars['Int']['output'];
  /** The oldest first; after is the number of the last one known. */
  readonly comments: FeedbackComments;
  readonly createdAt: Scalars['Millis']['output'];
};


export type FeedbackPostCommentsArgs = {
  after?: Scalars['Int']['input'];
};

export type FeedbackLink = {
  readonly slug: Scalars['String']['output'];
  readonly title: Scalars['String']['output'];
};

/** name: null where the person has given none. The address is nobody's business. */
export type FeedbackAuthor = {
  readonly name: Maybe<Scalars['String']['output']>;
  readonly picture: Scalars['String']['output'];
};

export type FeedbackComments = {
  readonly comments: ReadonlyArray<FeedbackComment>;
  readonly hasMore: Scalars['Boolean']['output'];
};

/** author: null where the operators speak. status: what they have set with it. */
export type FeedbackComment = {
  readonly number: Scalars['Int']['output'];
  readonly author: Maybe<FeedbackAuthor>;
  readonly text: Scalars['String']['output'];
  readonly status: Maybe<FeedbackStatus>;
  readonly createdAt: Scalars['Millis']['output'];
};
