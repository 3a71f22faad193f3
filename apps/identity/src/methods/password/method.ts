import { readTextField } from '../../forms/fields.ts'
import type { SubmittedFields } from '../../forms/fields.ts'
import type { FlowMethod } from '../../core.ts'
import { buildPasswordLoginNodes, submitPasswordLogin } from './login.ts'
import { buildPasswordRegistrationNodes, submitPasswordRegistration } from './registration.ts'
import { buildPasswordSettingsNodes, submitPasswordSettings } from './settings.ts'

const claimsPassword = (fields: SubmittedFields): boolean => readTextField(fields, 'method') === 'password'

export const passwordMethod: FlowMethod = {
  id: 'password',
  login: { nodes: buildPasswordLoginNodes, claims: claimsPassword, submit: submitPasswordLogin },
  registration: { nodes: buildPasswordRegistrationNodes, claims: claimsPassword, submit: submitPasswordRegistration },
  settings: { nodes: buildPasswordSettingsNodes, claims: claimsPassword, submit: submitPasswordSettings, keptFields: ['method', 'password'] },
}
