export { errorCodes, type ErrorCode } from './error-codes.ts'
export { isPagePath, pagePaths } from './page-paths.ts'
export {
  forgetDataPath,
  inboxDataPath,
  inboxFirstPage,
  listPageData,
  type PageData,
  type PageDataRequest,
  type PageSession,
  myWorkDataPath,
  myWorkFirstPage,
  projectsDataPath,
  sessionDataPath,
} from './page-data.ts'
export type { PageConfig } from './page-config.ts'
/** The API's types, generated from the schema. */
export type * as Api from './generated/types.ts'
export type { TypedDocument } from './typed-document.ts'
