import { Secret, TOTP } from 'otpauth'
import { type BrowserReply, findUiNode, type ResponseBody, type TestBrowser } from './browser.ts'

const stepMs = 30_000

/** An authenticator app that holds one secret. */
export interface AuthenticatorApp {
  /** The code of the step of this time, which a test moves with the service's clock. */
  code(at: number): string
}

export const createAuthenticatorApp = (secret: string): AuthenticatorApp => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return { code: (at) => totp.generate({ timestamp: at }) }
}

/** The secret that a settings flow offers as text. */
export const readOfferedSecret = (flow: ResponseBody): string =>
  findUiNode(flow, 'totp_secret_key')?.attributes.text?.text ?? ''

/** Sets up an authenticator app for the person of this browser. */
export async function enableTotp(browser: TestBrowser, now = Date.now()): Promise<AuthenticatorApp> {
  const flow = await browser.start('settings')
  const app = createAuthenticatorApp(readOfferedSecret(flow))
  const saved = await browser.submit(flow, { method: 'totp', totp_code: app.code(now) })
  if (saved.status !== 200) throw new Error(`the app was not accepted: ${JSON.stringify(saved.body.ui)}`)
  return app
}

/** Makes recovery codes and confirms them. */
export async function createRecoveryCodes(browser: TestBrowser): Promise<readonly string[]> {
  const offered = await browser.submit(await browser.start('settings'), { lookup_secret_regenerate: true })
  const codes = readRecoveryCodes(offered.body)
  const saved = await browser.submit(offered.body, { lookup_secret_confirm: true })
  if (saved.status !== 200) throw new Error('the codes were not saved')
  return codes
}

export const readRecoveryCodes = (flow: ResponseBody): readonly string[] =>
  findUiNode(flow, 'lookup_secret_codes')?.attributes.text?.text.split(', ') ?? []

/** Starts the second step and submits a factor. */
export const submitSecondStep = async (browser: TestBrowser, fields: object): Promise<BrowserReply> =>
  browser.submit(await browser.start('login', '?aal=aal2'), fields)

export const nextStep = (at: number): number => at + stepMs
