import { type JiraSite, startJiraSite } from '@espalier/stand-ins/jira/jira-site.ts'
import { test as base } from '../support/test.ts'
import { createSharedExample, type Example } from './example-projects.ts'
import { signUpPerson, type SignedUpPerson } from './sign-up.ts'

interface GuideFixtures {
  readonly jira: JiraSite
  readonly ann: SignedUpPerson
  readonly bea: SignedUpPerson
  readonly example: Example
}

export const test = base.extend<object, GuideFixtures>({
  jira: [
    async ({}, use) => {
      const jira = await startJiraSite({ longestPage: 50 })
      await use(jira)
      await jira.stop()
    },
    { scope: 'worker' },
  ],
  settings: [async ({ jira }, use) => use({ JIRA_HOST_MAP: `acme.atlassian.net=${jira.url}` }), { scope: 'worker' }],
  ann: [
    async ({ browser, server }, use) => use(await signUpPerson(browser, server.url, ['Ann', 'Gardner'])),
    { scope: 'worker' },
  ],
  bea: [
    async ({ browser, server }, use) => use(await signUpPerson(browser, server.url, ['Bea', 'Sommer'])),
    { scope: 'worker' },
  ],
  example: [async ({ ann, bea }, use) => use(await createSharedExample(ann, bea)), { scope: 'worker' }],
})
