import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { visitor } from '../support/identity-client.ts'
import { password } from '../support/test.ts'

export interface SignedUpPerson {
  readonly id: string
  readonly email: string
  readonly page: Page
}

/** Creates a person with a name and a browser, signed in by the identity service itself. */
export async function signUpPerson(
  browser: Browser,
  origin: string,
  [firstname, lastname]: readonly [string, string],
  options: BrowserContextOptions = {},
  email = `${firstname.toLowerCase()}@example.com`,
): Promise<SignedUpPerson> {
  const person = visitor(origin)
  const flow = await person.startFlow('registration')
  const answer = await person.submit(flow, {
    'traits.email': email,
    'traits.firstname': firstname,
    'traits.lastname': lastname,
    password,
  })
  if (answer.status !== 200) throw new Error(`${email}: ${answer.status} ${await answer.text()}`)
  // A person with an account has initials; the first picture of a page may be taken before that.
  await person.account()
  const { identity } = (await answer.json()) as { identity: { id: string } }
  const context = await browser.newContext({
    serviceWorkers: 'block',
    baseURL: origin,
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1.5,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    ...options,
  })
  const cookies = (await person.cookies()).split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('='), url: origin }
  })
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.goto('/projects')
  return { id: identity.id, email, page }
}
