export const projectStatuses = ['active', 'inactive', 'archived', 'deleted'] as const
export type ProjectStatus = (typeof projectStatuses)[number]

export const permissions = ['viewer', 'editor'] as const
/** A permission a project is shared with. */
export type Permission = (typeof permissions)[number]

export const generalAccesses = ['restricted', 'anyone'] as const
export type GeneralAccess = (typeof generalAccesses)[number]

export interface Sharing {
  readonly generalAccess: GeneralAccess
  /** Maps a user id to a permission. The owner is not in it. */
  readonly users: Readonly<Record<string, Permission>>
  /** Omitted: they may. */
  readonly editorsMayShare?: boolean
}

export interface SharedProject {
  readonly owner: string
  readonly sharing: Sharing
}

/** link: neither owner nor named, but anyone with the link may view. */
export type Role = 'owner' | 'editor' | 'viewer' | 'link' | 'none'

export const isPermission = (value: unknown): value is Permission => value === 'viewer' || value === 'editor'

/** Sharing as an answer brings it. The map of people comes as any JSON; only what is a permission is kept. */
export const readSharing = ({
  generalAccess,
  users,
  editorsMayShare,
}: Pick<Sharing, 'generalAccess'> & { readonly users?: unknown; readonly editorsMayShare?: boolean }): Sharing => ({
  generalAccess,
  ...(editorsMayShare === false && { editorsMayShare }),
  users: Object.fromEntries(
    Object.entries(users ?? {}).flatMap(([id, role]) => (isPermission(role) ? [[id, role]] : [])),
  ),
})

/** Returns a person's role; null is an anonymous visitor. */
export function findRole(userId: string | null, project: SharedProject): Role {
  if (userId !== null && userId === project.owner) return 'owner'
  const named = userId !== null && Object.hasOwn(project.sharing.users, userId) ? project.sharing.users[userId] : null
  if (isPermission(named)) return named
  return project.sharing.generalAccess === 'anyone' ? 'link' : 'none'
}

/** True for people named in the project: its owner, or somebody it is shared with by name. */
export const isMember = (role: Role): boolean => role === 'owner' || role === 'editor' || role === 'viewer'

export interface AccessContext {
  readonly role: Role
  readonly status: ProjectStatus
  readonly hasProductAccess: boolean
}

/** Only its owner can view a deleted project. */
export const canView = ({ role, status }: Pick<AccessContext, 'role' | 'status'>): boolean =>
  status === 'deleted' ? role === 'owner' : role !== 'none'

/** Owner or editor, with product access; nothing is edited in the trash. */
export const canEdit = ({ role, status, hasProductAccess }: AccessContext): boolean =>
  hasProductAccess && status !== 'deleted' && (role === 'owner' || role === 'editor')

/** Editors may comment; viewers may if the project allows it. */
export const canComment = (standpoint: AccessContext & { readonly viewersMayComment?: boolean }): boolean =>
  canEdit(standpoint) ||
  (standpoint.viewersMayComment === true &&
    standpoint.role === 'viewer' &&
    standpoint.status !== 'deleted' &&
    standpoint.hasProductAccess)

/** Editors change sharing too, unless the owner has reserved that. */
export const canShare = (standpoint: AccessContext, sharing: Pick<Sharing, 'editorsMayShare'>): boolean =>
  canEdit(standpoint) && (standpoint.role === 'owner' || sharing.editorsMayShare !== false)

/** Everybody who is named in a project can leave it, except its owner. */
export const canLeave = ({ role, status }: Pick<AccessContext, 'role' | 'status'>): boolean =>
  canView({ role, status }) && (role === 'editor' || role === 'viewer')

/** Covers archive, unarchive, delete and undelete. */
export const canAdminister = ({ role, hasProductAccess }: AccessContext): boolean =>
  hasProductAccess && role === 'owner'

interface Rights {
  readonly canView: boolean
  readonly canEdit: boolean
  readonly canAdminister: boolean
  readonly canComment: false
}

/** Menus and buttons use these rights instead of roles. */
export const getRights = (standpoint: AccessContext): Rights => ({
  canView: canView(standpoint),
  canEdit: canEdit(standpoint),
  canAdminister: canAdminister(standpoint),
  canComment: false,
})

/** Email addresses and the people a project is shared with are visible only to those named in it. */
export const canSeePeople = (role: Role): boolean => isMember(role)
