import { labelTexts, messageTexts } from '../texts/messages.ts'
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

type ExpiryText = 'loginExpired' | 'registrationExpired' | 'settingsExpired' | 'recoveryExpired' | 'verificationExpired'

const expiredMessage = (id: number, text: ExpiryText) => (at: Date) =>
  errorMessage(id, messageTexts[text], {
    expired_at: at.toISOString(),
    expired_at_unix: Math.floor(at.getTime() / 1000),
  })

/** Every message that a person can see. The contract fixes the numbers; the texts are ours. */
export const messages = {
  generic: (reason: string) => errorMessage(4000001, reason, { reason }),
  missing: (property: string) => errorMessage(4000002, messageTexts.missing(property), { property }),
  tooShort: (min: number, actual: number) =>
    errorMessage(4000003, messageTexts.tooShort(min), { min_length: min, actual_length: actual }),
  tooLong: (max: number, actual: number) =>
    errorMessage(4000017, messageTexts.tooLong(max), { max_length: max, actual_length: actual }),
  credentialsInvalid: () => errorMessage(4000006, messageTexts.credentialsInvalid),
  totpWrong: () => errorMessage(4000008, messageTexts.totpWrong),
  noTotp: () => errorMessage(4000011, messageTexts.noTotp),
  lookupUsed: () => errorMessage(4000012, messageTexts.lookupUsed),
  noPasskey: () => errorMessage(4000015, messageTexts.noPasskey),
  noLookup: () => errorMessage(4000014, messageTexts.noLookup),
  lookupWrong: () => errorMessage(4000016, messageTexts.lookupWrong),
  taken: () => errorMessage(4000007, messageTexts.taken),
  noIdentifier: () => errorMessage(4000009, messageTexts.noIdentifier),
  takenOnLink: () => errorMessage(4000027, messageTexts.takenOnLink),
  passwordSimilar: () => errorMessage(4000031, messageTexts.passwordSimilar),
  passwordShort: (min: number, actual: number) =>
    errorMessage(4000032, messageTexts.passwordShort(min), {
      min_length: min,
      actual_length: actual,
    }),
  passwordLong: (max: number, actual: number) =>
    errorMessage(4000033, messageTexts.passwordLong(max), {
      max_length: max,
      actual_length: actual,
    }),
  passwordBreached: (breaches: number) =>
    errorMessage(4000034, messageTexts.passwordBreached, {
      breaches,
    }),
  passwordUnchanged: () => errorMessage(4000039, messageTexts.passwordUnchanged),
  badEmail: (value: string) => errorMessage(4000040, messageTexts.badEmail, { value }),
  loginExpired: expiredMessage(4010001, 'loginExpired'),
  registrationExpired: expiredMessage(4040001, 'registrationExpired'),
  settingsExpired: expiredMessage(4050001, 'settingsExpired'),
  recoveryExpired: expiredMessage(4060005, 'recoveryExpired'),
  noLoginMethod: () => errorMessage(4010002, messageTexts.noLoginMethod),
  noRegistrationMethod: () => errorMessage(4010003, messageTexts.noRegistrationMethod),
  noSettingsMethod: () => errorMessage(4010004, messageTexts.noSettingsMethod),
  linkedToAnother: () => errorMessage(4010009, messageTexts.linkedToAnother),
  disabled: () => errorMessage(4010011, messageTexts.disabled),
  confirmIdentity: () => infoMessage(1010003, messageTexts.confirmIdentity),
  completeSecondStep: () => infoMessage(1010004, messageTexts.completeSecondStep),
  signInToLink: (context: MessageContext) => infoMessage(1010016, messageTexts.signInToLink, context),
  saved: () => createMessage('success')(1050001, messageTexts.saved),
  recovered: (privilegedMinutes: number) =>
    infoMessage(1060001, messageTexts.recovered(privilegedMinutes), {
      privileged_session_expires_at_minutes: privilegedMinutes,
    }),
  recoveryCodeSent: () => infoMessage(1060003, messageTexts.recoveryCodeSent),
  recoveryDone: () => errorMessage(4060001, messageTexts.recoveryDone),
  verificationExpired: expiredMessage(4070005, 'verificationExpired'),
  verificationCodeSent: () => infoMessage(1080003, messageTexts.verificationCodeSent),
  verified: () => createMessage('success')(1080002, messageTexts.verified),
  verifiedWithoutSession: () => createMessage('success')(1080002, messageTexts.verifiedWithoutSession),
  verificationDone: () => errorMessage(4070002, messageTexts.verificationDone),
  verificationCodeWrong: () => errorMessage(4070006, messageTexts.verificationCodeWrong),
  recoveryCodeWrong: () => errorMessage(4060006, messageTexts.recoveryCodeWrong),
} as const

type ProviderText =
  | 'signInWith'
  | 'signInWithAndLink'
  | 'confirmWith'
  | 'signUpWith'
  | 'proceedWith'
  | 'link'
  | 'unlink'

const providerLabel = (id: number, text: ProviderText) => (label: string, providerId: string) =>
  infoMessage(id, labelTexts[text](label), { provider: label, provider_id: providerId })

/** Texts of fields and buttons. */
export const labels = {
  password: () => infoMessage(1070001, labelTexts.password),
  trait: (title: string, name: string) => infoMessage(1070002, title, { title, name }),
  save: () => infoMessage(1070003, labelTexts.save),
  identifier: () => infoMessage(1070004, labelTexts.identifier),
  email: () => infoMessage(1070007, labelTexts.email),
  resendCode: () => infoMessage(1070008, labelTexts.resendCode),
  proceed: () => infoMessage(1070009, labelTexts.proceed),
  recoveryCode: () => infoMessage(1070010, labelTexts.recoveryCode),
  verificationCode: () => infoMessage(1070011, labelTexts.verificationCode),
  signInWithPassword: () => infoMessage(1010022, labelTexts.signInWithPassword),
  totpCode: () => infoMessage(1010006, labelTexts.totpCode),
  useTotp: () => infoMessage(1010009, labelTexts.useTotp),
  lookupCode: () => infoMessage(1010007, labelTexts.lookupCode),
  useLookup: () => infoMessage(1010010, labelTexts.useLookup),
  signInWithPasskey: () => infoMessage(1010021, labelTexts.signInWithPasskey),
  verifyTotp: () => infoMessage(1070006, labelTexts.verifyTotp),
  unlinkTotp: () => infoMessage(1050004, labelTexts.unlinkTotp),
  totpPicture: () => infoMessage(1050005, labelTexts.totpPicture),
  /** The text is the secret itself, as an authenticator app takes it by hand. */
  totpSecret: (secret: string) => infoMessage(1050006, secret, { secret }),
  totpSecretLabel: () => infoMessage(1050017, labelTexts.totpSecret),
  revealLookup: () => infoMessage(1050007, labelTexts.revealLookup),
  regenerateLookup: () => infoMessage(1050008, labelTexts.regenerateLookup),
  lookupSecretLabel: () => infoMessage(1050010, labelTexts.lookupSecrets),
  confirmLookup: () => infoMessage(1050011, labelTexts.confirmLookup),
  disableLookup: () => infoMessage(1050016, labelTexts.disableLookup),
  lookupSecrets: (codes: readonly { readonly code: string; readonly usedAt: string | null }[]) =>
    infoMessage(1050015, codes.map(({ code, usedAt }) => (usedAt === null ? code : 'used')).join(', '), {
      secrets: codes.map(({ code, usedAt }) =>
        usedAt === null
          ? { id: 1050009, text: code, type: 'info', context: { secret: code } }
          : { id: 1050014, text: labelTexts.lookupUsed(usedAt), type: 'info', context: { used_at: usedAt } },
      ),
    }),
  addPasskey: () => infoMessage(1050019, labelTexts.addPasskey),
  removePasskey: (name: string, addedAt: string) =>
    infoMessage(1050020, labelTexts.removePasskey(name), {
      display_name: name,
      added_at: addedAt,
      added_at_unix: Math.floor(Date.parse(addedAt) / 1000),
    }),
  signUp: () => infoMessage(1040001, labelTexts.signUp),
  signInWith: providerLabel(1010002, 'signInWith'),
  signInWithAndLink: providerLabel(1010017, 'signInWithAndLink'),
  confirmWith: providerLabel(1010018, 'confirmWith'),
  signUpWith: providerLabel(1040002, 'signUpWith'),
  proceedWith: providerLabel(1040003, 'proceedWith'),
  link: providerLabel(1050002, 'link'),
  unlink: providerLabel(1050003, 'unlink'),
} as const
