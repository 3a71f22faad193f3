import { startSmtpServer } from '@espalier/stand-ins/smtp-server.ts'
import type { Browser } from '@playwright/test'
import { createNode, createProject } from '../support/api.ts'
import { PacedPerson, WalkLog } from '../support/paced-person.ts'
import { startServer } from '../support/server.ts'
import { expect, expectAccessible, register, test } from '../support/test.ts'
import { canvasOf, expectStored, findTreeItem, openTree, titleEditor } from '../support/tree.ts'

/** Short, as somebody who tries a product would choose it. */
const secret = 'June-wall-42'
const idIn = (address: string): string => /tree\/([\w-]+)/.exec(address)?.[1] ?? ''

/** Goes from the address of the product to the first node of a project named Garden. */
async function makeFirstNode(person: PacedPerson, log: WalkLog, email: string): Promise<void> {
  const { page } = person
  await page.goto('/')
  await person.click(page.getByRole('link', { name: 'Sign up' }))
  await expect(page.getByLabel('Email')).toBeFocused()
  await person.type(email)
  await person.press('Tab')
  await person.type(secret)
  await person.press('Enter')
  await page.waitForURL('**/projects')
  log.reach('project list')
  await person.click(page.getByRole('link', { name: 'Create my first project' }))
  await expect(page.getByLabel('Title')).toBeFocused()
  await person.type('Garden')
  await person.press('Enter')
  await expect(page.getByRole('button', { name: 'Start with "Garden"' })).toBeFocused()
  await person.press('Enter')
  await expect(findTreeItem(page, 'Garden')).toBeFocused()
}

/** Adds three branches with two leaves each, by Tab and Enter alone. */
async function makeNineMore(person: PacedPerson): Promise<void> {
  const { page } = person
  const write = async (title: string, key: 'Enter' | 'Tab'): Promise<void> => {
    await expect(titleEditor(page)).toBeFocused()
    await person.type(title)
    await person.press(key)
  }
  for (const [index, branch] of ['Beds', 'Paths', 'Pond'].entries()) {
    await person.press(index === 0 ? 'Tab' : 'Enter')
    await write(branch, 'Tab')
    await write(`Dig ${index + 1}`, 'Enter')
    await expect(findTreeItem(page, `Dig ${index + 1}`)).toBeFocused()
    await person.press('Enter')
    await write(`Sow ${index + 1}`, 'Enter')
    await expect(findTreeItem(page, `Sow ${index + 1}`)).toBeFocused()
    await person.press('Shift+Tab')
    await expect(findTreeItem(page, branch)).toBeFocused()
  }
  await expect(canvasOf(page)).toHaveAttribute('data-nodes', '10')
}

const tenNodes = 'Garden(Beds(Dig 1 Sow 1) Paths(Dig 2 Sow 2) Pond(Dig 3 Sow 3))'

interface SecondPerson {
  readonly log: WalkLog
  readonly ann: PacedPerson
  readonly browser: Browser
  readonly email: string
  /** Returns the link that reaches the second person. */
  readonly readLink: () => Promise<string>
}

/** Invites somebody without an account to the open project Garden, who signs up and adds a node that both see. */
async function bringSecondPerson({ log, ann, browser, email, readLink }: SecondPerson): Promise<void> {
  const { page } = ann
  await ann.click(page.getByRole('button', { name: 'Share', exact: true }))
  const dialog = page.getByRole('dialog', { name: 'Share Garden' })
  await expect(dialog.getByLabel('Add people by email')).toBeFocused()
  await ann.type(email)
  await ann.press('Enter')
  await ann.click(dialog.getByRole('button', { name: `Invite ${email}` }))
  await expect(dialog.getByText(`${email} (invited)`)).toBeVisible()
  const link = await readLink()
  await ann.press('Escape')
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const ben = new PacedPerson(await context.newPage(), log)
  await ben.page.goto(link)
  await ben.click(ben.page.getByRole('link', { name: 'Sign up to join' }))
  await expect(ben.page.getByLabel('Email')).toHaveValue(email)
  await expect(ben.page.getByLabel('Password', { exact: true })).toBeFocused()
  await ben.type(secret)
  await ben.press('Enter')
  await ben.page.waitForURL('**/tree/**')
  await ben.click(findTreeItem(ben.page, 'Pond'))
  await ben.press('Tab')
  await expect(titleEditor(ben.page)).toBeFocused()
  await ben.type('Fish')
  await ben.press('Enter')
  await expect(findTreeItem(page, 'Fish')).toBeVisible()
  await context.close()
}

// The seconds are printed and not asserted: they depend on what else the machine does. The bars are 15 s for the first
// node, 30 s for ten, and 30 s more for a second person.
test('goes from the address to ten nodes and a second person in a few clicks, without a mail server', async ({
  page,
  browser,
  context,
  freshEmail,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const log = new WalkLog('first minutes')
  const ann = new PacedPerson(page, log)
  await makeFirstNode(ann, log, freshEmail)
  expect(log.reach('first node').clicks).toBeLessThanOrEqual(4)
  await makeNineMore(ann)
  const tenth = log.reach('ten nodes')
  await expectStored(page, idIn(page.url()), tenNodes)
  const readLink = async (): Promise<string> => {
    await ann.click(page.getByRole('dialog').getByRole('button', { name: 'Copy invite link' }).first())
    return page.evaluate(() => navigator.clipboard.readText())
  }
  await bringSecondPerson({ log, ann, browser, email: `b-${freshEmail}`, readLink })
  expect(log.reach('editing together').clicks - tenth.clicks).toBeLessThanOrEqual(8)
})

test('brings a second person into a project by mail in a few clicks', async ({ browser, freshEmail }) => {
  const mails = await startSmtpServer()
  const server = await startServer({ SMTP_URL: mails.url, VERIFY_EMAIL: 'off' })
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const projectId = await createProject(page, 'Garden')
  await createNode(page, { projectId, title: 'Pond' })
  await openTree(page, projectId)
  const email = `b-${freshEmail}`
  const log = new WalkLog('second person by mail')
  const findMail = () => mails.received.items.find(({ to }) => to.includes(email))
  const readLink = async (): Promise<string> => {
    await expect.poll(findMail).toBeDefined()
    return /http:\/\/\S+\/join\/[\w~-]+/.exec(findMail()?.mail.text ?? '')?.[0] ?? ''
  }
  await bringSecondPerson({ log, ann: new PacedPerson(page, log), browser, email, readLink })
  expect(log.reach('editing together').clicks).toBeLessThanOrEqual(8)
  await context.close()
  await server.stop()
  await mails.stop()
})

test('lets a stranger try a plan without an account and stores nothing', async ({ page }) => {
  const posted: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') posted.push(request.url())
  })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Try it without an account' }).click()
  await page.waitForURL('**/hello')
  await expect(canvasOf(page)).toHaveAttribute('data-ready', 'true')
  await expect(page.getByRole('treeitem')).toHaveCount(10)
  await expectAccessible(page)
  await findTreeItem(page, 'Opening day').click({ position: { x: 100, y: 8 } })
  await page.keyboard.press('Tab')
  await expect(titleEditor(page)).toBeFocused()
  await page.keyboard.type('Hang the sign')
  await page.keyboard.press('Enter')
  await expect(findTreeItem(page, 'Hang the sign')).toBeFocused()
  await expect(page.getByRole('list', { name: 'Things to try' }).getByText('(done)')).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(findTreeItem(page, 'Hang the sign')).toHaveCount(0)
  expect(posted).toEqual([])
  await page.reload()
  await expect(page.getByRole('treeitem')).toHaveCount(10)
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.waitForURL('**/register')
})

test('asks a new person for a name once, and shows it instead of the address', async ({ page, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  await expectAccessible(page)
  await page.getByLabel('Your name').fill('Ada')
  await page.getByRole('button', { name: 'Add name' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Welcome, Ada' })).toBeVisible()
  await expect(page.getByLabel('Your name')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Create my first project' })).toBeVisible()
  await expect(page.getByLabel('Your name')).toHaveCount(0)
  await page.getByRole('button', { name: /account menu/i }).click()
  await expect(page.getByRole('menu').getByText('Ada', { exact: true })).toBeVisible()
})

test('starts a new project in the last chosen direction, and pastes an outline on its empty map', async ({
  page,
  context,
  freshEmail,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  for (const [title, layout] of [
    ['First', 'tree-left'],
    ['Second', 'tree-down'],
  ] as const) {
    await page.goto('/projects/add')
    await page.getByLabel('Title').fill(title)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `Start with "${title}"` })).toBeFocused()
    await expect(canvasOf(page)).toHaveAttribute('data-layout', layout)
    await page.getByRole('button', { name: 'Top Down' }).click()
    await expect(canvasOf(page)).toHaveAttribute('data-layout', 'tree-down')
  }
  await page.evaluate(() => navigator.clipboard.writeText('Garden\n  Beds\n  Paths'))
  await page.keyboard.press('ControlOrMeta+v')
  await expect(findTreeItem(page, 'Garden')).toBeFocused()
  await expectStored(page, idIn(page.url()), 'Garden(Beds Paths)')
})
