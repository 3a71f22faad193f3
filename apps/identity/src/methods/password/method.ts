import { textOf } from '../../forms/fields.ts'
import type { Fields } from '../../forms/fields.ts'
import type { Method } from '../../core.ts'
import { loginNodes, submitLogin } from './login.ts'
import { registrationNodes, submitRegistration } from './registration.ts'
import { settingsNodes, submitSettings } from './settings.ts'

const claims = (fields: Fields): boolean => textOf(fields, 'method') === 'password'

export const passwordMethod: Method = {
  id: 'password',
  login: { nodes: loginNodes, claims, submit: submitLogin },
  registration: { nodes: registrationNodes, claims, submit: submitRegistration },
  settings: { nodes: settingsNodes, claims, submit: submitSettings, keeps: ['method', 'password'] },
}
