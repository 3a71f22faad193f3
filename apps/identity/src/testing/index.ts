export { startOpenIdProvider, type RunningProvider } from './openid-provider.ts'
