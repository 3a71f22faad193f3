import { readFile } from 'node:fs/promises'
import { createProject } from '../support/api.ts'
import { mailsTo } from '../support/mailbox.ts'
import { expect, test } from '../support/test.ts'
import { introducePeople, registerPerson, share } from '../support/together.ts'

interface Downloaded {
  readonly account: { readonly email: string }
  readonly projects: readonly { readonly title: string }[]
}

test('a person downloads their data, asks for the deletion of the account, and cancels it', async ({
  browser,
  server,
  request,
}) => {
  const faults: string[] = []
  const ann = await registerPerson(browser, server.url, 'ann', faults)
  const bea = await registerPerson(browser, server.url, 'bea', faults)
  await introducePeople(ann, bea)
  const orchard = await createProject(ann.page, 'Orchard')
  await createProject(ann.page, 'Private')
  await share(ann.page, orchard, { users: { [bea.id]: 'editor' } })
  await bea.page.goto(`/tree/${orchard}`)
  await expect(bea.page.getByRole('heading', { name: 'Orchard' })).toBeVisible()

  const { page } = ann
  await page.goto('/user')
  const downloading = page.waitForEvent('download')
  await page.getByRole('region', { name: 'Download my data' }).getByRole('button', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/\.json$/)
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as Downloaded
  expect(data.account.email).toBe(ann.email)
  expect(data.projects.map(({ title }) => title).toSorted()).toEqual(['Orchard', 'Private'])

  const section = page.getByRole('region', { name: 'Delete my account' })
  await section.getByRole('button', { name: 'Delete my account' }).click()
  const choice = section.getByLabel('Project "Orchard"')
  await expect(choice).toBeFocused()
  await section.getByRole('button', { name: 'Delete in 7 days' }).click()
  await expect(section.getByText('Please choose what happens to this project')).toBeVisible()
  await choice.selectOption(`Hand over to ${bea.email}`)
  await expect(section.getByText('1 project will be deleted for good.')).toBeVisible()
  await section.getByRole('button', { name: 'Delete in 7 days' }).click()
  await expect(section.getByRole('status')).toContainText('Your account will be deleted on')
  await expect.poll(async () => (await mailsTo(request, ann.email)).length).toBe(1)

  await page.goto('/projects')
  await expect(page.getByText('Your account will be deleted on')).toBeVisible()
  await page.getByRole('link', { name: 'Keep it' }).click()
  await section.getByRole('button', { name: 'Cancel deletion' }).click()
  await expect(section.getByRole('button', { name: 'Delete my account' })).toBeVisible()
  await page.goto('/projects')
  await expect(page.getByText('Orchard').first()).toBeVisible()
  await expect(page.getByText('Your account will be deleted on')).toBeHidden()
  expect(faults).toEqual([])
  await Promise.all([ann.context.close(), bea.context.close()])
})
