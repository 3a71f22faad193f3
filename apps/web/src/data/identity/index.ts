export { isError, type Answer, type Failure } from './answer.ts'
export {
  fieldErrors,
  findNode,
  hasMessage,
  messageIds,
  providersOf,
  requestParam,
  settingsProvidersOf,
  type Flow,
  type NextStep,
  type SettingsProvider,
  type UiMessage,
} from './flow.ts'
export {
  createIdentityClient,
  type ErrorReport,
  type FlowKind,
  type Presence,
  type StartQuery,
} from './identity-client.ts'
export { openFlow, type FlowRequest, type Opening } from './open-flow.ts'
export * as payloads from './payloads.ts'
export type { Person } from './person.ts'
export { submitRenewing } from './submit-renewing.ts'
export { failureOf, failureText, formText, loginText, noFlowText, registrationText } from './texts.ts'
