import type { Page } from '@playwright/test'
import { createNode, createProject } from '../support/api.ts'
import { expect, expectAccessible } from '../support/test.ts'
import { test } from '../support/together.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands' })
const field = (page: Page) => palette(page).getByRole('combobox')
const group = (page: Page, name: string) => palette(page).getByRole('group', { name })
const node = (page: Page, name: string) => page.getByRole('treeitem', { name })

test('finds actions, nodes, projects and words of other projects by keyboard and by touch', async ({ pair }) => {
  const { ann, bea } = pair
  const { page } = ann
  await page.goto('/projects')
  const garden = await createProject(page, 'Kitchen garden')
  const root = await createNode(page, { projectId: garden, title: 'Grow vegetables' })
  await createNode(page, { projectId: garden, title: 'Water the beds', parentId: root })
  const house = await createProject(page, 'House')
  const roof = await createNode(page, { projectId: house, title: 'Roof' })
  await createNode(page, {
    projectId: house,
    title: 'Crème paint',
    body: '<p>For the <b>façade</b></p>',
    parentId: roof,
  })
  await bea.page.goto('/projects')
  const others = await createProject(bea.page, 'Kitchen of Bea')
  await createNode(bea.page, { projectId: others, title: 'Grow nothing' })

  await test.step('the key opens a project from the list of projects', async () => {
    await page.goto('/projects')
    await page.getByRole('link', { name: 'House' }).waitFor()
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('kitchen')
    await expect(group(page, 'Projects').getByRole('option')).toHaveText(['Kitchen garden'])
    await expect(palette(page).getByText('Searching all projects…')).toHaveCount(0)
    await expect(palette(page).getByText('Bea')).toHaveCount(0)
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/tree/${garden}*`)
    await expect(node(page, 'Grow vegetables')).toBeVisible()
  })

  await test.step('a node of the open project is selected, and an action runs on it', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('beds')
    await expect(group(page, 'In this project').getByRole('option')).toHaveText([/Water the beds/u])
    await page.keyboard.press('Enter')
    await expect(palette(page)).toHaveCount(0)
    await expect(node(page, 'Water the beds')).toBeFocused()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('mark as')
    await expect(group(page, 'Actions').getByRole('option').first()).toContainText('Mark as Done')
    await page.keyboard.press('Enter')
    await expect(node(page, 'Water the beds')).toHaveAttribute('data-status', 'done')
  })

  await test.step('a word of a description without its accents opens a node of another project', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('facade')
    const hit = group(page, 'In all projects').getByRole('option')
    await expect(hit).toContainText('Crème paint')
    await expect(hit).toContainText('For the façade')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/tree/${house}*`)
    await expect(node(page, 'Crème paint')).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('on a phone a press finds a misspelled word', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/projects')
    await page.getByRole('button', { name: 'Commands' }).click()
    await field(page).fill('vegtables')
    const hit = group(page, 'In all projects').getByRole('option')
    await expect(hit).toContainText('Grow vegetables')
    await expectAccessible(page)
    await hit.click()
    // A phone opens the outline.
    await page.waitForURL(`**/tree/${garden}/outline*`)
    await expect(node(page, 'Grow vegetables')).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('without a network it searches this device and says so', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.context().setOffline(true)
    await page.keyboard.press('Control+k')
    await expect(group(page, 'Recent').getByRole('option').first()).toContainText('Grow vegetables')
    await page.keyboard.type('beds')
    await expect(group(page, 'In this project').getByRole('option')).toContainText('Water the beds')
    await expect(palette(page).getByText('You are offline. Only what is on this device was searched.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
    await page.context().setOffline(false)
  })
})
