import { ask, createNode, createProject } from '../../support/api.ts'
import { localized } from '../../support/localized.ts'
import { expect } from '../../support/test.ts'
import type { Scene } from '../scene.ts'

const longTitle = `Write down ${'what everybody has to bring, '.repeat(4)}${'endless'.repeat(9)}`

const myWork: Scene = {
  name: 'my-work',
  async walk(server, stop) {
    const user = await server.createUser('Wim')
    const page = await user.open()
    await page.goto('/my-work')
    await expect(page.getByRole('heading', { name: localized('Nothing is assigned to you') })).toBeVisible()
    await stop(page, 'empty')

    const projectId = await createProject(page, 'The garden café')
    const goal = await createNode(page, { projectId, title: 'Open in May' })
    const other = await createNode(page, { projectId, title: 'Spend less than last year' })
    const parentId = await createNode(page, { projectId, title: 'Kitchen', parentId: goal })
    const mine = { projectId, parentId, assigneeIds: [user.id] }
    const oven = await createNode(page, { ...mine, title: 'Choose an oven', dueDate: '2020-02-03', priority: 'urgent' })
    const data = { parentIds: [parentId, other], status: 'progress' }
    await ask(page, 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }', {
      id: oven,
      data,
    })
    await createNode(page, { ...mine, title: 'Order the sink', dueDate: '2099-01-02', priority: 'high' })
    await createNode(page, { ...mine, title: longTitle, priority: 'low' })
    await createNode(page, { projectId, title: 'Measure the wall', parentId: oven })
    await page.goto('/my-work')
    await expect(page.getByRole('link', { name: 'Choose an oven' })).toBeVisible()
    await stop(page, 'list', { hasBrokenWords: true })
    await page.getByRole('link', { name: 'Choose an oven' }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('button', { name: localized('Undo') })).toBeVisible()
    await stop(page, 'done', { hasBrokenWords: true })
    await page.goto('/my-work#by=project')
    await expect(page.getByRole('heading', { name: localized('The garden café') })).toBeVisible()
    await stop(page, 'by-project', { hasBrokenWords: true })

    await page.route('**/page-data/**', (route) => route.abort())
    await page.route('**/graphql/', (route) =>
      /MyWork/u.test(route.request().postData() ?? '') ? route.abort() : route.continue(),
    )
    await page.reload()
    await expect(page.getByText(localized('This is the copy on your device.'))).toBeVisible()
    await stop(page, 'local-copy', { hasBrokenWords: true })
  },
}

const calendar: Scene = {
  name: 'calendar-addresses',
  async walk(server, stop) {
    const page = await (await server.createUser('Kai')).open()
    await page.goto('/projects')
    await createProject(page, 'Harvest')
    await page.goto('/user')
    const section = page.getByRole('region', { name: localized('Calendar') })
    await section.getByRole('button', { name: localized('New address') }).click()
    await expect(section.getByRole('textbox')).toBeVisible()
    await stop(page, 'settings')
    await section.getByRole('button', { name: localized('Revoke address') }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await stop(page, 'revoke')
    await page.goto('/projects')
    await page.getByRole('button', { name: localized('Actions for Harvest') }).click()
    await page.getByRole('menuitem', { name: localized('Share') }).click()
    const dialog = page.getByRole('dialog', { name: localized('Share Harvest') })
    await dialog.getByRole('button', { name: localized('Calendar address') }).click()
    await dialog.getByRole('button', { name: localized('New address') }).click()
    await expect(dialog.getByRole('textbox', { name: localized('Calendar address: Harvest') })).toBeVisible()
    await stop(page, 'project')
  },
}

export const myWorkScenes: readonly Scene[] = [myWork, calendar]
