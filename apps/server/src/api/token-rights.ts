import { tokenTexts } from '../texts/access-tokens.ts'
import { ApiError } from './errors.ts'
import type { TokenGrant, Viewer } from './viewer.ts'

/** The right that a program needs for an operation. */
interface TokenRight {
  readonly role: TokenGrant['role']
  /** True if the operation is not about one project, so that a token for one project may not use it. */
  readonly isForAllProjects?: boolean
  /** True if a token for one branch may use it: what it answers and changes is limited to the branch. */
  readonly isForBranches?: boolean
  /** Returns true if these arguments ask for something that only people may do. */
  readonly isForPeople?: (args: Readonly<Record<string, unknown>>) => boolean
}

const reading: TokenRight = { role: 'reader' }
const editing: TokenRight = { role: 'editor' }
/** The same for fields that `features/projects/branch-scope.ts` limits to a branch. */
const readingBranch: TokenRight = { ...reading, isForBranches: true }
const proposingInBranch: TokenRight = { role: 'proposer', isForBranches: true }
const editingBranch: TokenRight = { ...editing, isForBranches: true }

/** Sharing is for people: a program must not let anybody in. */
const namesSharing = ({ data }: Readonly<Record<string, unknown>>): boolean =>
  typeof data === 'object' && data !== null && 'sharing' in data

/**
 * The rights of access tokens, by the fields of the schema. A field that is not listed is for people only: tokens,
 * account, billing, people, sharing, invitations, trash, trackers, presence and feedback. A token for one branch may
 * only use those that are marked so.
 */
const rightsByRoot: Readonly<Record<string, Readonly<Record<string, TokenRight>>>> = {
  Query: {
    projects: { role: 'reader', isForBranches: true, isForPeople: ({ filter }) => filter === 'trash' },
    project: readingBranch,
    nodes: readingBranch,
    changes: readingBranch,
    schedule: readingBranch,
    history: readingBranch,
    myWork: readingBranch,
    search: readingBranch,
    comments: readingBranch,
    proposals: readingBranch,
  },
  Mutation: {
    createProject: { role: 'editor', isForAllProjects: true },
    cloneProject: { role: 'editor', isForAllProjects: true },
    updateProject: { role: 'editor', isForPeople: namesSharing },
    createNode: editingBranch,
    updateNode: editingBranch,
    updateNodeBatch: editingBranch,
    deleteNode: editingBranch,
    deleteNodeWithChildren: editingBranch,
    claimNode: editingBranch,
    releaseNode: editingBranch,
    undoChange: editing,
    addComment: proposingInBranch,
    createProposal: proposingInBranch,
    withdrawProposal: proposingInBranch,
    decideProposal: { role: 'editor' },
  },
  Subscription: {
    nodeCreated: readingBranch,
    nodeUpdated: readingBranch,
    nodeBatchUpdated: readingBranch,
    projectUpdated: reading,
    commentChanged: readingBranch,
    proposalChanged: reading,
    myWorkChanged: { role: 'reader', isForAllProjects: true },
    projectListChanged: { role: 'reader', isForAllProjects: true },
  },
}

const forbid = (message: string): ApiError => new ApiError('FORBIDDEN', message)

export interface RootField {
  readonly root: string
  readonly field: string
}

/** The token that the viewer acts with. Null for people, with or without a session. */
export const getToken = (viewer: Viewer): TokenGrant | null =>
  viewer.kind === 'person' ? (viewer.token ?? null) : null

/** Throws if the viewer is a program that may not use this field of the schema. People pass. */
export function requireTokenRight(viewer: Viewer, { root, field }: RootField, args: unknown): void {
  const token = getToken(viewer)
  if (token === null) return
  const roots = rightsByRoot[root] ?? {}
  const right = Object.hasOwn(roots, field) ? roots[field] : undefined
  if (right === undefined || right.isForPeople?.((args ?? {}) as Readonly<Record<string, unknown>>) === true)
    throw forbid(tokenTexts.peopleOnly)
  if (!hasTokenRole(token, right.role)) throw forbid(tokenTexts.readsOnly)
  if (right.isForBranches !== true) requireWholeProject(viewer)
  if (right.isForAllProjects === true) requireAllProjects(viewer)
}

const ranks: Readonly<Record<TokenGrant['role'], number>> = { reader: 0, proposer: 1, editor: 2 }

/** Returns whether a token has this role or a higher one. */
export const hasTokenRole = (token: Pick<TokenGrant, 'role'>, least: TokenGrant['role']): boolean =>
  ranks[token.role] >= ranks[least]

/** Throws if the viewer is a program that may not change anything. */
export function requireEditorToken(viewer: Viewer): void {
  const token = getToken(viewer)
  if (token !== null && token.role !== 'editor') throw forbid(tokenTexts.readsOnly)
}

/** Throws if the viewer is a program that has a single project. */
export function requireAllProjects(viewer: Viewer): void {
  if (getTokenProject(viewer) !== null) throw forbid(tokenTexts.oneProject)
}

/** Throws if the viewer is a program that has a single branch. */
export function requireWholeProject(viewer: Viewer): void {
  if (getTokenBranch(viewer) !== null) throw forbid(tokenTexts.oneBranch)
}

/** The only branch that the viewer can see. Null: whole projects. */
export function getTokenBranch(viewer: Viewer): { readonly projectId: string; readonly nodeId: string } | null {
  const token = getToken(viewer)
  return token?.nodeId == null ? null : { projectId: token.projectId ?? '', nodeId: token.nodeId }
}

/** The only project that the viewer can see. Null: all projects that the person can see. */
export const getTokenProject = (viewer: Viewer): string | null => getToken(viewer)?.projectId ?? null
