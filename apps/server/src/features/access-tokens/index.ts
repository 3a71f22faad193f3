export { type AccessTokens, createAccessTokens, isTokenSession } from './access-tokens.ts'
export { accessTokensSlice } from './resolvers.ts'
