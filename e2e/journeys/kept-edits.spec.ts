import { findTreeItem, openTree, pick, createTree, storedNodes, titleEditor } from '../support/tree.ts'
import { expect, register, test } from '../support/test.ts'

const isCut = (url: URL): boolean => url.pathname === '/graphql/'

test('shows edits on another page at once, keeps them while disconnected, and keeps them across a reload', async ({
  page,
  context,
  freshEmail,
}) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { projectId } = await createTree(page, 'Orchard', { Trees: { Pears: {}, Plums: {} } })
  await openTree(page, projectId)
  const other = await context.newPage()
  await openTree(other, projectId)

  const rename = async (from: string, to: string) => {
    await findTreeItem(page, from).dblclick({ position: { x: 100, y: 8 } })
    await titleEditor(page).press('Control+A')
    await page.keyboard.type(to)
    await page.keyboard.press('Enter')
    await expect(findTreeItem(page, to)).toBeVisible()
  }
  await rename('Pears', 'Quinces')
  await expect(findTreeItem(other, 'Quinces')).toBeVisible()

  await context.setOffline(true)
  await rename('Plums', 'Medlars')
  await pick(page, 'Medlars')
  await page.keyboard.press('Control+z')
  await expect(findTreeItem(page, 'Plums')).toBeVisible()
  await rename('Plums', 'Sloes')
  await expect(page.getByText(/offline/i).first()).toBeVisible()
  await context.setOffline(false)
  await expect
    .poll(async () => (await storedNodes(page, projectId)).map(({ title }) => title).sort())
    .toEqual(['Quinces', 'Sloes', 'Trees'])
  await expect(findTreeItem(other, 'Sloes')).toBeVisible()

  await page.route(isCut, (route) => route.abort())
  await rename('Sloes', 'Damsons')
  await expect(page.getByText(/offline/i).first()).toBeVisible()
  await page.unroute(isCut)
  await page.reload()
  await expect(findTreeItem(page, 'Damsons')).toBeVisible()
  await expect(findTreeItem(other, 'Damsons')).toBeVisible()
})
