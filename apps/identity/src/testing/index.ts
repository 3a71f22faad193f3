export { startOpenIdProvider, type RunningOpenIdProvider } from './openid-provider.ts'
