export { startOpenIdProvider, type OpenIdAccount, type RunningProvider } from './openid-provider.ts'
export { openIdentityHouse, type IdentityHouse } from './identity-house.ts'
