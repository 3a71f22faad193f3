import type { Json } from './json.ts'

export interface Message {
  readonly id: number
  readonly text: string
  readonly type: 'info' | 'error' | 'success'
  readonly context?: { readonly [name: string]: Json }
}

type MessageContext = { readonly [name: string]: Json }

const createMessage =
  (type: Message['type']) =>
  (id: number, text: string, context?: MessageContext): Message => ({ id, text, type, ...(context && { context }) })
const infoMessage = createMessage('info')
const errorMessage = createMessage('error')

const expiredMessage = (id: number, what: string) => (at: Date) =>
  errorMessage(id, `The ${what} expired. Please try again.`, {
    expired_at: at.toISOString(),
    expired_at_unix: Math.floor(at.getTime() / 1000),
  })

/** Every message that a person can see. The contract fixes the numbers; the texts are ours. */
export const messages = {
  generic: (reason: string) => errorMessage(4000001, reason, { reason }),
  missing: (property: string) => errorMessage(4000002, `Please fill in ${property}.`, { property }),
  tooShort: (min: number, actual: number) =>
    errorMessage(4000003, `Please use at least ${min} characters.`, { min_length: min, actual_length: actual }),
  tooLong: (max: number, actual: number) =>
    errorMessage(4000017, `Please use at most ${max} characters.`, { max_length: max, actual_length: actual }),
  credentialsInvalid: () => errorMessage(4000006, 'The e-mail address or the password is wrong.'),
  taken: () => errorMessage(4000007, 'An account with this e-mail address (or social account) exists already.'),
  noIdentifier: () => errorMessage(4000009, 'An account needs an e-mail address.'),
  takenOnLink: () => errorMessage(4000027, 'This social account belongs to an account that exists already.'),
  passwordSimilar: () => errorMessage(4000031, 'The password is too similar to the e-mail address.'),
  passwordShort: (min: number, actual: number) =>
    errorMessage(4000032, `The password must be at least ${min} characters long.`, {
      min_length: min,
      actual_length: actual,
    }),
  passwordLong: (max: number, actual: number) =>
    errorMessage(4000033, `The password must be at most ${max} bytes long.`, {
      max_length: max,
      actual_length: actual,
    }),
  passwordBreached: (breaches: number) =>
    errorMessage(4000034, 'This password is among the most used ones and easily guessed. Please choose another.', {
      breaches,
    }),
  passwordUnchanged: () => errorMessage(4000039, 'The new password must differ from the old one.'),
  badEmail: (value: string) => errorMessage(4000040, 'This is not a valid e-mail address.', { value }),
  loginExpired: expiredMessage(4010001, 'sign-in'),
  registrationExpired: expiredMessage(4040001, 'sign-up'),
  settingsExpired: expiredMessage(4050001, 'settings form'),
  recoveryExpired: expiredMessage(4060005, 'recovery'),
  noLoginMethod: () => errorMessage(4010002, 'There is no such way to sign in.'),
  noRegistrationMethod: () => errorMessage(4010003, 'There is no such way to sign up.'),
  noSettingsMethod: () => errorMessage(4010004, 'There is no such setting.'),
  linkedToAnother: () =>
    errorMessage(4010009, 'You signed in to an account that does not own the e-mail address being linked.'),
  disabled: () => errorMessage(4010011, 'This account is disabled.'),
  confirmIdentity: () => infoMessage(1010003, 'Please confirm that it is you.'),
  signInToLink: (context: MessageContext) =>
    infoMessage(1010016, 'Sign in to link this social account with yours.', context),
  saved: () => createMessage('success')(1050001, 'Your changes have been saved.'),
  recovered: (privilegedMinutes: number) =>
    infoMessage(1060001, `You are back in. Please set a new password within ${privilegedMinutes} minutes.`, {
      privileged_session_expires_at_minutes: privilegedMinutes,
    }),
  recoveryCodeSent: () =>
    infoMessage(
      1060003,
      'If there is an account with this e-mail address, a code has been sent to it. Please enter it here.',
    ),
  recoveryDone: () => errorMessage(4060001, 'This recovery is done already and cannot be repeated.'),
  verificationExpired: expiredMessage(4070005, 'verification'),
  verificationCodeSent: () =>
    infoMessage(1080003, 'If this email address has yet to be verified, a code has been sent to it. Enter it here.'),
  verified: () => createMessage('success')(1080002, 'Your email address is verified.'),
  verifiedWithoutSession: () =>
    createMessage('success')(
      1080002,
      'Your email address is verified. To protect you, the earlier password no longer works: choose a new one.',
    ),
  verificationDone: () => errorMessage(4070002, 'This verification is done and cannot be repeated.'),
  verificationCodeWrong: () =>
    errorMessage(4070006, 'The code is wrong, used or expired. Try again, or ask for a new one.'),
  recoveryCodeWrong: () =>
    errorMessage(4060006, 'The code is wrong, used or expired. Please try again or ask for a new one.'),
} as const

const providerLabel = (id: number, verb: string) => (label: string, providerId: string) =>
  infoMessage(id, `${verb} ${label}`, { provider: label, provider_id: providerId })

/** Texts of fields and buttons. */
export const labels = {
  password: () => infoMessage(1070001, 'Password'),
  trait: (title: string, name: string) => infoMessage(1070002, title, { title, name }),
  save: () => infoMessage(1070003, 'Save'),
  identifier: () => infoMessage(1070004, 'ID'),
  email: () => infoMessage(1070007, 'Email'),
  resendCode: () => infoMessage(1070008, 'Resend code'),
  proceed: () => infoMessage(1070009, 'Continue'),
  recoveryCode: () => infoMessage(1070010, 'Recovery code'),
  verificationCode: () => infoMessage(1070011, 'Verification code'),
  signInWithPassword: () => infoMessage(1010022, 'Sign in with password'),
  signUp: () => infoMessage(1040001, 'Sign up'),
  signInWith: providerLabel(1010002, 'Sign in with'),
  signInWithAndLink: providerLabel(1010017, 'Sign in and link with'),
  confirmWith: providerLabel(1010018, 'Confirm with'),
  signUpWith: providerLabel(1040002, 'Sign up with'),
  proceedWith: providerLabel(1040003, 'Continue with'),
  link: providerLabel(1050002, 'Link'),
  unlink: providerLabel(1050003, 'Unlink'),
} as const
