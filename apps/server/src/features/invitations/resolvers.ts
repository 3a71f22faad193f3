import { typeDefs } from '@espalier/schema/server'
import type { ApiSlice } from '../../api/slice.ts'
import type { Viewer } from '../../api/viewer.ts'
import {
  findProjectForViewer,
  readCaller,
  requireAllowedPerson,
  requirePerson,
  requireProjectAccess,
} from '../projects/index.ts'
import { acceptInvitation, previewInvitation } from './accept.ts'
import { askForAccess } from './ask-for-access.ts'
import { createInviteLink } from './create-link.ts'
import type { InvitationsOptions } from './invitations-options.ts'
import { inviteToProject, revokeInvitation } from './invite.ts'
import { type InvitationView, toInvitationView } from './new-invitation.ts'
import { invitationPolicy, mayShareProject } from './policy.ts'
import { readOpenInvitations } from './store.ts'

/** Invitations to projects, and requests for access to them. */
export const invitationsSlice = (options: InvitationsOptions): ApiSlice => ({
  name: 'invitations',
  typeDefs: typeDefs.invitations,
  resolvers: {
    Query: {
      invitations: (_, { projectId }, { viewer }) => listInvitations(options, viewer, projectId),
      invitation: (_, { token }, { viewer }) => previewInvitation(options, viewer, token),
    },
    Invitation: {
      link: ({ id }) => options.links.buildLink(id),
    },
    Mutation: {
      inviteToProject: (_, args, context, field) => inviteToProject(options, readCaller(context, field), args),
      createInviteLink: (_, args, context, field) => createInviteLink(options, readCaller(context, field), args),
      revokeInvitation: (_, { id }, context, field) => revokeInvitation(options, readCaller(context, field), id),
      acceptInvitation: (_, { token }, context, field) => acceptInvitation(options, readCaller(context, field), token),
      async askForAccess(_, { projectId }, { viewer }) {
        await askForAccess(options, requireAllowedPerson(viewer, invitationPolicy['access.ask']), projectId)
        return true
      },
    },
  },
})

/** An editor who may not share the project sees none: a link would let them share it after all. */
async function listInvitations(
  { database, audit, now }: InvitationsOptions,
  viewer: Viewer,
  projectId: string,
): Promise<InvitationView[]> {
  const found = await findProjectForViewer(database.pool, viewer, projectId)
  const access = requireProjectAccess(found, { viewer, rule: invitationPolicy['invitations.list'], audit })
  if (!mayShareProject(requirePerson(viewer), access)) return []
  return (await readOpenInvitations(database.pool, access.project.id, now())).map(toInvitationView)
}
