export { startOpenIdProvider, type RunningOpenIdProvider } from './openid-provider.ts'
export { createAuthenticatorApp } from './two-step.ts'
