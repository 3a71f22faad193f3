import { typeDefs } from '@espalier/schema/server'
import type { ApiSlice } from '../../api/slice.ts'
import type { AccessTokens } from './access-tokens.ts'

/** The part of the API by which people manage the access tokens of their programs. */
export const accessTokensSlice = (tokens: Pick<AccessTokens, 'list' | 'create' | 'revoke'>): ApiSlice => ({
  name: 'access-tokens',
  typeDefs: typeDefs.accessTokens,
  resolvers: {
    Query: {
      accessTokens: (_parent, _args, { viewer }) => tokens.list(viewer),
    },
    Mutation: {
      createAccessToken: (_parent, { data }, { viewer }) => tokens.create(viewer, data),
      revokeAccessToken: (_parent, { id }, { viewer }) => tokens.revoke(viewer, id),
    },
  },
})
