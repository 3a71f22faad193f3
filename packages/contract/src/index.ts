export { errorCodes, type ErrorCode } from './error-codes.ts'
export type { PageConfig, SocialProvider } from './page-config.ts'
