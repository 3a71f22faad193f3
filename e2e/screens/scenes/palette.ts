import { createNode, createProject } from '../../support/api.ts'
import { localized } from '../../support/localized.ts'
import { expect } from '../../support/test.ts'
import type { Scene } from '../scene.ts'

const longTitle = `Write down ${'what everybody has to bring, '.repeat(4)}${'endless'.repeat(9)}`

const palette: Scene = {
  name: 'palette',
  async walk(server, stop) {
    const page = await (await server.createUser('Pia')).open()
    await page.goto('/projects')
    const other = await createProject(page, 'The garden wall')
    await createNode(page, {
      projectId: other,
      title: 'Mortar',
      body: '<p>Ask who built the old wall by the road.</p>',
    })
    await createNode(page, { projectId: other, title: `Wall: ${longTitle}` })
    const projectId = await createProject(page, 'House')
    const root = await createNode(page, { projectId, title: 'House' })
    await createNode(page, { projectId, title: 'Wallpaper', parentId: root, status: 'done' })
    await page.goto(`/tree/${projectId}`)
    await expect(page.getByRole('treeitem', { name: 'Wallpaper' })).toBeVisible()
    const dialog = page.getByRole('dialog', { name: localized('Commands') })
    await page.keyboard.press('Control+k')
    await expect(dialog.getByRole('option').first()).toBeVisible()
    await stop(page, 'first')
    await page.keyboard.type('wall')
    await expect(dialog.getByRole('option', { name: /Mortar/u })).toBeVisible()
    await stop(page, 'found', { hasBrokenWords: true })
    // Nothing that is similar to a word of a title.
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('xqzvkj')
    await expect(dialog.getByText(localized('Nothing found'))).toBeVisible()
    await stop(page, 'nothing')
  },
}

export const paletteScenes: readonly Scene[] = [palette]
