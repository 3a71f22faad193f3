export { startOpenIdProvider, type OpenIdAccount, type RunningProvider } from './openid-provider.ts'
