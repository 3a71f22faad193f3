import type { Locator, Page } from '@playwright/test'
import { createProject } from '../support/api.ts'
import { registered } from '../support/person.ts'
import { expect, password, register, test } from '../support/test.ts'
import { expectStored, findTreeItem, titleEditor } from '../support/tree.ts'

const idIn = (address: string): string => /tree\/([\w-]+)/.exec(address)?.[1] ?? ''
const furthest = 80

/** A person without a pointer gets there by Tab, or not at all. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  for (let step = 0; step < furthest && !(await isThere()); step += 1) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}

async function pressButton(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

const shared = (page: Page) => page.getByRole('status').filter({ hasText: 'Sharing settings updated' })

test('goes from signing up to ten shared nodes by keyboard alone', async ({ page, server, freshEmail }) => {
  const friend = await registered(server.url, `friend-of-${freshEmail}`)
  await page.goto('/register')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(freshEmail)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/projects')
  await pressButton(page, page.getByRole('link', { name: 'Create my first project' }))
  await tabTo(page, page.getByLabel('Title'))
  await page.keyboard.type('Kitchen garden')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/tree/**')
  const projectId = idIn(page.url())
  await expect(page.getByRole('button', { name: 'Create node' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start with "Kitchen garden"' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(findTreeItem(page, 'Kitchen garden')).toBeFocused()
  const write = async (title: string): Promise<void> => {
    await expect(titleEditor(page)).toBeFocused()
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
    await expect(findTreeItem(page, title)).toBeFocused()
  }
  for (const bed of ['One', 'Two', 'Three']) {
    await page.keyboard.press(bed === 'One' ? 'Tab' : 'Enter')
    await write(bed)
    await page.keyboard.press('Tab')
    await write(`${bed} sown`)
    await page.keyboard.press('Enter')
    await write(`${bed} hoed`)
    await page.keyboard.press('Shift+Tab')
    await expect(findTreeItem(page, bed)).toBeFocused()
  }
  await expectStored(
    page,
    projectId,
    'Kitchen garden(One(One sown One hoed) Two(Two sown Two hoed) Three(Three sown Three hoed))',
  )

  await page.keyboard.press('Escape')
  await pressButton(page, page.getByRole('button', { name: 'Share', exact: true }))
  const dialog = page.getByRole('dialog', { name: 'Share Kitchen garden' })
  await tabTo(page, dialog.getByLabel('Add people by email'))
  await page.keyboard.type(friend.email)
  await page.keyboard.press('Enter')
  await pressButton(page, dialog.getByRole('button', { name: 'Send', exact: true }))
  await expect(shared(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeFocused()
})

test.describe('phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('goes from signing up to ten shared nodes by touch alone', async ({ page, server, freshEmail }) => {
    const friend = await registered(server.url, `friend-of-${freshEmail}`)
    const write = async (field: Locator, text: string): Promise<void> => {
      await field.tap()
      await page.keyboard.type(text)
    }
    await page.goto('/register')
    await write(page.getByLabel('Email'), freshEmail)
    await write(page.getByLabel('Password', { exact: true }), password)
    await page.getByRole('button', { name: 'Sign up', exact: true }).tap()
    await page.waitForURL('**/projects')
    await page.getByRole('link', { name: 'Create my first project' }).tap()
    await write(page.getByLabel('Title'), 'Kitchen garden')
    await page.getByRole('button', { name: 'Save' }).tap()
    await page.waitForURL('**/tree/**')
    const projectId = idIn(page.url())
    // A phone opens the outline. The bar at the thumb adds below and beside the row that is written.
    const add = async (kind: 'Child' | 'Sibling', title: string): Promise<void> => {
      await page.getByRole('button', { name: kind, exact: true }).tap()
      await expect(titleEditor(page)).toBeFocused()
      await page.keyboard.type(title)
    }
    await page.getByRole('button', { name: 'Create node' }).tap()
    await expect(titleEditor(page)).toBeFocused()
    await page.keyboard.type('Garden')
    for (const bed of ['One', 'Two', 'Three']) {
      if (bed !== 'One') await findTreeItem(page, 'Garden').tap({ position: { x: 200, y: 12 } })
      await add('Child', bed)
      await add('Child', `${bed} sown`)
      await add('Sibling', `${bed} hoed`)
    }
    await page.getByRole('heading', { level: 1 }).tap()
    await expectStored(
      page,
      projectId,
      'Garden(One(One sown One hoed) Two(Two sown Two hoed) Three(Three sown Three hoed))',
    )
    await page.getByRole('button', { name: 'Share', exact: true }).tap()
    const dialog = page.getByRole('dialog', { name: 'Share Kitchen garden' })
    await write(dialog.getByLabel('Add people by email'), `${friend.email} `)
    await dialog.getByRole('button', { name: 'Send', exact: true }).tap()
    await expect(shared(page)).toBeVisible()
  })
})

test('keeps the filters in one row that follows the keyboard focus on a phone', async ({ page, freshEmail }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  await createProject(page, 'Quince')
  await page.reload()
  const filters = page.getByRole('navigation', { name: 'Project filters' })
  const trash = filters.getByRole('link', { name: 'Trash' })
  await tabTo(page, filters.getByRole('link', { name: 'All Projects' }))
  await expect(trash).not.toBeInViewport({ ratio: 1 })
  await tabTo(page, trash)
  await expect(trash).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await page.waitForURL('**/projects#trash')
  await expect(filters.locator('[aria-current="page"]')).toHaveText('Trash')
  await expect(trash).toBeInViewport({ ratio: 1 })
})
