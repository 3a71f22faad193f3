import { checkInvites, inviteTexts } from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import type { GraphqlContext, Slice } from '../../api/slice.ts'
import { requireAccountPermission } from '../account/index.ts'
import type { Invites } from './invites.ts'

/** Members invite; whoever is signed in may use an invite of their own. */
const invitesPolicy = {
  invite: ({ viewer }: GraphqlContext) => requireAccountPermission(viewer, 'product.use'),
  accept: ({ viewer }: GraphqlContext) => requireAccountPermission(viewer, 'account.read'),
} as const

const typeDefs = `
extend type Mutation {
  inviteToBeta(emails: [String!]!): Boolean!
  "Uses the invite that the register link of its mail carries. It makes the account of that address active, once."
  acceptInvite(invite: String!): Boolean!
}
`

export const invitesSlice = (invites: Invites): Slice => ({
  name: 'invites',
  typeDefs,
  resolvers: {
    Mutation: {
      async inviteToBeta(_parent: unknown, { emails }: { emails: string[] }, context: GraphqlContext) {
        const inviter = invitesPolicy.invite(context)
        await invites.send(inviter, readInviteEmails(emails))
        return true
      },
      async acceptInvite(_parent: unknown, { invite }: { invite: string }, context: GraphqlContext) {
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
