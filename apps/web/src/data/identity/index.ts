export { hasErrorId, type FlowResult, type IdentityFailure } from './answer.ts'
export {
  readFieldErrors,
  findFlowNode,
  flowHasMessage,
  flowMessageIds,
  listProviders,
  readRequestParam,
  listSettingsProviders,
  type Flow,
  type NextStep,
  type SettingsProvider,
  type UiMessage,
} from './flow.ts'
export {
  createIdentityClient,
  type FlowErrorReport,
  type FlowKind,
  type WhoamiResult,
  type StartQuery,
} from './identity-client.ts'
export { openFlow, type FlowRequest, type FlowOpening } from './open-flow.ts'
export * as payloads from './payloads.ts'
export type { Person } from './person.ts'
export { submitWithRenewal } from './submit-renewing.ts'
export { describeMissingFlow, describeIdentityFailure, describeFormError, describeLoginError, noFlowText, describeRegistrationError } from './texts.ts'
