import { PacedPerson, WalkLog } from '../support/paced-person.ts'
import { expect, expectAccessible, register, test } from '../support/test.ts'
import { canvasOf, expectStored, findTreeItem, titleEditor } from '../support/tree.ts'

/** Short, as somebody who tries a product would choose it. */
const secret = 'June-wall-42'
const idIn = (address: string): string => /tree\/([\w-]+)/.exec(address)?.[1] ?? ''

/** Goes from the address of the product to the first node of a project named Garden. */
async function makeFirstNode(person: PacedPerson, log: WalkLog, email: string): Promise<void> {
  const { page } = person
  await page.goto('/')
  await person.click(page.getByRole('link', { name: 'Sign up' }))
  await person.click(page.getByLabel('Email'))
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

// The seconds are printed and not asserted: they depend on what else the machine does. The bars are 15 s for the first
// node and 30 s for ten.
test('goes from the address to the first node in four clicks, and to ten nodes by keyboard', async ({
  page,
  freshEmail,
}) => {
  const log = new WalkLog('first minutes')
  const ann = new PacedPerson(page, log)
  await makeFirstNode(ann, log, freshEmail)
  const first = log.reach('first node')
  await makeNineMore(ann)
  const tenth = log.reach('ten nodes')
  await expectStored(page, idIn(page.url()), tenNodes)
  expect(first.clicks).toBeLessThanOrEqual(4)
  expect(tenth.clicks).toBe(first.clicks)
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
