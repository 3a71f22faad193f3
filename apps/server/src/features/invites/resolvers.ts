import { typeDefs } from '@espalier/schema/server'
import { checkInvites, inviteTexts } from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import type { ApiSlice, GraphqlContext } from '../../api/slice.ts'
import { requireAccountPermission } from '../account/index.ts'
import type { Invites } from './invites.ts'

/** Members invite; every signed-in person may use their own invitation. */
const invitesPolicy = {
  invite: ({ viewer }: GraphqlContext) => requireAccountPermission(viewer, 'product.use'),
  accept: ({ viewer }: GraphqlContext) => requireAccountPermission(viewer, 'account.read'),
} as const

export const invitesSlice = (invites: Invites): ApiSlice => ({
  name: 'invites',
  typeDefs: typeDefs.invites,
  resolvers: {
    Mutation: {
      async inviteToBeta(_parent, { emails }, context) {
        const inviter = invitesPolicy.invite(context)
        await invites.send(inviter, readInviteEmails(emails))
        return true
      },
      async acceptInvite(_parent, { invite }, context) {
        const { person } = invitesPolicy.accept(context)
        await invites.accept(person, invite)
        return true
      },
    },
  },
})

function readInviteEmails(emails: readonly string[]): readonly string[] {
  const checked = checkInvites(emails)
  if (checked.ok) return checked.value
  const text =
    checked.reason === 'invalid-email' ? inviteTexts['invalid-email'](checked.email) : inviteTexts[checked.reason]
  throw new ApiError('BAD_USER_INPUT', text, { field: 'emails' })
}
