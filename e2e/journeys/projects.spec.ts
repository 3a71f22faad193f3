import type { Page } from '@playwright/test'
import { ask, createNode, createProject } from '../support/api.ts'
import { expect, register, test } from '../support/test.ts'

const rowOf = (page: Page, title: string) => page.locator('tr[data-project-id]', { hasText: title })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

async function choose(page: Page, title: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test.beforeEach(async ({ page, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
})

test('creates a first project by the form, which requires a title and valid JSON', async ({ page }) => {
  await page.getByRole('link', { name: 'Create my first project' }).click()
  await page.waitForURL('**/projects/add')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please enter a title')).toBeVisible()
  await page.getByLabel('Title').fill('   ')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please enter a title')).toBeVisible()
  await page.getByLabel('Title').fill('Garden wall')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByLabel('JSON').fill('{ broken')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Invalid JSON')).toBeVisible()
  await page.getByLabel('JSON').fill('')
  await page.getByRole('textbox', { name: 'Description' }).fill('South side first')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/tree/**')
  await expect(page).toHaveTitle('Garden wall - Espalier')

  await page.goto('/projects')
  await expect(rowOf(page, 'Garden wall')).toBeVisible()
  await expect(rowOf(page, 'Garden wall').getByText('Unstarted')).toBeVisible()
})

test('creates the example as a first project, with a folded branch and a node with two parents', async ({ page }) => {
  await page.getByRole('button', { name: 'Start from an example' }).click()
  await page.waitForURL('**/tree/**')
  await expect(page).toHaveTitle('Your first plan - Espalier')
  const nodes = page.getByRole('treeitem')
  await expect(nodes).toHaveCount(11)
  await expect(page.getByRole('treeitem', { name: 'Folded branch - click 2' })).toHaveAttribute(
    'aria-expanded',
    'false',
  )
  await expect(page.locator('[data-canvas]')).toHaveAttribute('data-layout', 'dag-right')
  await page
    .getByRole('treeitem', { name: 'Folded branch - click 2' })
    .getByRole('button', { name: 'Show children' })
    .click()
  await expect(nodes).toHaveCount(13)
})

test('keeps a half-written form across a reload and asks before leaving it', async ({ page }) => {
  await page.goto('/projects/add')
  await page.getByLabel('Title').fill('Not yet saved')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Not yet saved')
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/projects\/add/)
  await expect(page.getByLabel('Title')).toHaveValue('Not yet saved')
})

test('edits, duplicates, archives, unarchives, deletes and restores a project', async ({ page }) => {
  await createProject(page, 'Pear tree')
  await page.reload()
  await choose(page, 'Pear tree', 'Edit')
  await page.waitForURL('**/projects/edit/**')
  await page.getByLabel('Title').fill('Plum tree')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/projects')

  await choose(page, 'Plum tree', 'Archive')
  await expect(toast(page, 'Archived project Plum tree')).toBeVisible()
  await page.getByRole('link', { name: 'Archived' }).click()
  await choose(page, 'Plum tree', 'Unarchive')
  await expect(toast(page, 'Unarchived project Plum tree')).toBeVisible()

  await page.getByRole('link', { name: 'All Projects' }).click()
  await choose(page, 'Plum tree', 'Delete')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure you want to delete project Plum tree?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, 'Plum tree')).toBeVisible()
  await choose(page, 'Plum tree', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('Deleted project Plum tree')).toBeVisible()
  await expect(rowOf(page, 'Plum tree')).toHaveCount(0)

  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page.getByText('Projects in Trash get permanently deleted after 30 days.')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Plum tree' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Undelete'])
  await page.getByRole('menuitem', { name: 'Undelete' }).click()
  await expect(toast(page, 'Restored project Plum tree')).toBeVisible()

  await page.getByRole('link', { name: 'All Projects' }).click()
  await choose(page, 'Plum tree', 'Duplicate')
  await page.waitForURL('**/tree/**')
  await expect(page).toHaveTitle('Plum tree (copy) - Espalier')
})

test('empties the trash after a confirmation', async ({ page }) => {
  const id = await createProject(page, 'Old plan')
  await ask(page, 'mutation ($id: ID!) { updateProject(id: $id, data: { status: deleted }) { id } }', { id })
  await page.goto('/projects#trash')
  await page.getByText('Empty Trash now').click()
  await expect(page.getByRole('alertdialog')).toContainText('Delete projects permanently?')
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(rowOf(page, 'Old plan')).toHaveCount(0)
  await expect(page.getByText('Empty Trash now')).toHaveCount(0)
})

test('keeps filters in the hash and says when a list is empty', async ({ page }) => {
  const id = await createProject(page, 'Sown')
  const node = await createNode(page, { projectId: id, title: 'Seed' })
  await page.goto('/projects')
  await expect(page.getByRole('navigation', { name: 'Project filters' }).getByText('All Projects')).toBeVisible()
  await page.goto('/projects#done')
  await expect(page.getByText('No projects here.')).toBeVisible()
  await ask(page, 'mutation ($id: ID!) { updateNode(id: $id, data: { status: done }) { id } }', { id: node })
  await page.reload()
  await expect(rowOf(page, 'Sown').getByText('Completed')).toBeVisible()
  await expect(page.locator('[aria-current="page"]', { hasText: 'Completed' })).toBeVisible()
})

test('opens a project from its row by mouse and by keyboard', async ({ page }) => {
  await createProject(page, 'Quince')
  await page.reload()
  await rowOf(page, 'Quince').getByText('Unstarted').click()
  await page.waitForURL('**/tree/**')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.waitForURL('**/projects**')
  await rowOf(page, 'Quince').getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/tree/**')
})

test('asks for the epic key of an import and says what is missing', async ({ page }) => {
  await page.goto('/projects/import')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Please enter the epic key')).toBeVisible()
  await page.getByLabel('Epic key').fill('PLAN-1')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('No issue tracker is connected to your account').first()).toBeVisible()
  await expect(page.getByLabel('Epic key')).toHaveValue('PLAN-1')
})
