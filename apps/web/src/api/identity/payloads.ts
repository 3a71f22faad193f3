import { type Flow, readCsrfToken } from './flow.ts'

/** These bodies match the field names of the identity service. */
export const loginPayload = (flow: Flow, typed: { identifier: string; password: string }) => ({
  identifier: typed.identifier,
  password: typed.password,
  csrf_token: readCsrfToken(flow),
  method: 'password',
})

export const registrationPayload = (flow: Flow, typed: { email: string; password: string }) => ({
  'traits.email': typed.email,
  password: typed.password,
  csrf_token: readCsrfToken(flow),
  method: 'password',
})

export const providerPayload = (provider: string) => ({ provider })

/** Payload for a social sign-up whose provider sent no email address. */
export const completedProviderPayload = (provider: string, email: string) => ({ provider, 'traits.email': email })

export const profilePayload = (flow: Flow, typed: { firstname: string; lastname: string; email: string }) => ({
  'traits.firstname': typed.firstname,
  'traits.lastname': typed.lastname,
  'traits.email': typed.email,
  // A half-typed new password must not be sent with a profile update.
  password: '',
  csrf_token: readCsrfToken(flow),
  method: 'profile',
})

export const passwordPayload = (flow: Flow, password: string) => ({
  password,
  csrf_token: readCsrfToken(flow),
  method: 'password',
})

export const linkPayload = (provider: string) => ({ link: provider })

export const unlinkPayload = (provider: string) => ({ unlink: provider })

/** Payload of a press on one of the buttons and fields of two-step sign-in. */
export const factorPayload = (flow: Flow, fields: Readonly<Record<string, string | true>>) => ({
  ...fields,
  csrf_token: readCsrfToken(flow),
})

/** Payload for both recovery and verification. */
export const emailPayload = (flow: Flow, email: string) => ({
  email,
  csrf_token: readCsrfToken(flow),
  method: 'code',
})

export const codePayload = (flow: Flow, code: string) => ({ code, csrf_token: readCsrfToken(flow), method: 'code' })
