import type { Page } from '@playwright/test'
import { ask, createProject } from '../../support/api.ts'
import { expect } from '../../support/test.ts'
import { introducePeople, share } from '../../support/together.ts'
import type { Scene } from '../scene.ts'
import { localized, localizedExactly } from '../../support/localized.ts'

const findProjectRow = (page: Page, title: string) => page.locator('tr[data-project-id]', { hasText: title })

const empty: Scene = {
  name: 'projects-empty',
  async walk(server, stop) {
    const page = await (await server.createUser('Ema')).open()
    await page.goto('/projects')
    await expect(page.getByRole('link', { name: localized('Create my first project') })).toBeVisible()
    await stop(page, 'new-user')
    await page.goto('/projects#done')
    await expect(page.getByText(localized('No projects here.'))).toBeVisible()
    await stop(page, 'nothing-here')
    await page.route('**/graphql/', (route) => route.fulfill({ status: 503, body: '' }))
    await page.goto('/projects#trash')
    await page.reload()
    await expect(page.getByRole('button', { name: localized('Try again') }).first()).toBeVisible()
    await stop(page, 'failed')
    await page.unroute('**/graphql/')
    // The list must not come with the page either.
    await page.route('**/page-data/**', (route) => route.abort())
    await page.route('**/graphql/', (route) => void (isAboutProjects(route.request().postData()) || route.continue()))
    // A list that this browser has not shown yet: it would be shown from the device otherwise.
    await page.goto('/projects#progress')
    await page.reload()
    await expect(page.locator('[aria-busy=true]').first()).toBeVisible()
    await stop(page, 'loading')
    await page.goto('/projects#done')
    await page.reload()
    await expect(page.getByText(localized('This is the copy on your device.'))).toBeVisible()
    await stop(page, 'local-copy')
  },
}

const isAboutProjects = (body: string | null): boolean => /projects/i.test(body ?? '')

const few: Scene = {
  name: 'projects-few',
  async walk({ bea, createUser }, stop) {
    const person = await createUser('Flora')
    const [page, beaPage] = await Promise.all([person.open(), bea.open()])
    await Promise.all([page.goto('/projects'), beaPage.goto('/projects')])
    await introducePeople({ page, email: person.email }, { page: beaPage, email: bea.email })
    await share(beaPage, await createProject(beaPage, 'Bees'), { changes: { [person.id]: 'editor' } })
    for (const title of ['A new roof for the shed', 'Autumn exhibition']) await createProject(page, title)
    await page.goto('/projects')
    await expect(findProjectRow(page, 'Autumn exhibition')).toBeVisible()
    await stop(page, 'list')
    await page.getByRole('button', { name: localized('Actions for Autumn exhibition') }).click()
    await expect(page.getByRole('menuitem', { name: localized('Duplicate') })).toBeVisible()
    await stop(page, 'menu')
    await page.getByRole('menuitem', { name: localizedExactly('Delete') }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await stop(page, 'delete')
    await page.keyboard.press('Escape')
    await page.getByLabel(localized('Filter by name')).fill('zeppelin')
    await expect(page.getByText(localized('No project here has'))).toBeVisible()
    await stop(page, 'no-match')
    await page.goto('/projects#shared')
    await expect(findProjectRow(page, 'Bees')).toBeVisible()
    await stop(page, 'shared')
  },
}

const trash: Scene = {
  name: 'projects-trash',
  async walk(server, stop) {
    const page = await (await server.createUser('Toni')).open()
    await page.goto('/projects')
    const id = await createProject(page, 'Old plan')
    await ask(page, 'mutation ($id: ID!) { updateProject(id: $id, data: { status: deleted }) { id } }', { id })
    await page.goto('/projects#trash')
    await expect(findProjectRow(page, 'Old plan')).toBeVisible()
    await stop(page, 'list')
    await page.getByText(localized('Empty Trash now')).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await stop(page, 'empty-it')
  },
}

const longTitle = `${'A plan whose title was written by somebody in love with detail, '.repeat(3)}${'endless'.repeat(12)}`

const many: Scene = {
  name: 'projects-many',
  async walk(server, stop) {
    const page = await (await server.createUser('Mara')).open()
    await page.goto('/projects')
    const titles = Array.from({ length: 196 }, (_, at) => `Garden ${at + 1}`)
    for (let from = 0; from < titles.length; from += 14) {
      await Promise.all(titles.slice(from, from + 14).map((title) => createProject(page, title)))
    }
    for (const title of [longTitle, 'حديقة المطبخ في الربيع', 'תוכנית לגינה', '庭の計画'])
      await createProject(page, title)
    await page.goto('/projects')
    await expect(findProjectRow(page, 'תוכנית לגינה')).toBeVisible()
    await stop(page, 'list')
    await page.mouse.move(200, 500)
    await page.mouse.wheel(0, 4_000)
    await expect(findProjectRow(page, 'תוכנית לגינה')).not.toBeInViewport()
    await stop(page, 'scrolled')
  },
}

const forms: Scene = {
  name: 'project-forms',
  async walk({ ann, example }, stop) {
    const page = await ann.open()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto('/projects/add')
    await expect(page.getByLabel(localized('Title'))).toBeVisible()
    await stop(page, 'new')
    await page.getByRole('button', { name: localizedExactly('More') }).click()
    await page.getByLabel(localized('JSON')).fill('{ broken')
    await page.getByRole('button', { name: localized('Save') }).click()
    await expect(page.getByText(localized('Please enter a title'))).toBeVisible()
    await stop(page, 'new-refused')
    await page.getByLabel(localized('Title')).fill('Half written')
    await page.getByRole('link', { name: localizedExactly('Projects') }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await stop(page, 'leave')
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: localized('OK') })
      .click()
    await page.goto(`/projects/edit/${example.projectId}`)
    await expect(page.getByLabel(localized('Title'))).toHaveValue(/garden café/)
    await stop(page, 'edit')
    await page.goto('/projects/edit/00000000-0000-4000-8000-000000000000')
    await expect(page.getByText(localized('Project not found'))).toBeVisible()
    await stop(page, 'edit-not-found')
    await page.goto('/projects')
    const chooser = page.getByLabel(localized('File to import'))
    await chooser.setInputFiles({ name: 'plan.docx', mimeType: 'text/plain', buffer: Buffer.from('plan') })
    await expect(page.getByRole('alertdialog', { name: localized('plan.docx was not imported') })).toBeVisible()
    await stop(page, 'file-refused')
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: localized('OK') })
      .click()
    const table = Buffer.from('Task,Status,Notes\nBeds,done,Raised\nPaths,,\n')
    await chooser.setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: table })
    await expect(page.getByRole('dialog', { name: localized('Import plan.csv') })).toBeVisible()
    await stop(page, 'table-columns')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: localized('Cancel') })
      .click()
    await page.goto('/projects/import')
    await expect(page.getByLabel(localized('Epic key'))).toBeVisible()
    await stop(page, 'import')
    await page.getByLabel(localized('Epic key')).fill('PLAN-1')
    await page.getByRole('button', { name: localizedExactly('Import') }).click()
    await expect(page.getByText(localized('No issue tracker is connected to your account')).first()).toBeVisible()
    await stop(page, 'import-refused')
  },
}

const sharing: Scene = {
  name: 'sharing',
  async walk({ ann, example }, stop) {
    const page = await ann.open()
    await page.goto('/projects')
    await page
      .locator(`tr[data-project-id="${example.projectId}"]`)
      .getByRole('button', { name: localized('Actions for') })
      .click()
    await page.getByRole('menuitem', { name: localizedExactly('Share') }).click()
    const dialog = page.getByRole('dialog', { name: localized('Share ') })
    await expect(dialog.getByText('bea@example.com').first()).toBeVisible()
    await stop(page, 'people')
    await dialog.getByLabel(localized('Add people by email')).fill('nobody@example.com')
    await dialog.getByLabel(localized('Add people by email')).press('Enter')
    await expect(page.getByText(localized('User with email nobody@example.com not found'))).toBeVisible()
    await dialog.getByRole('button', { name: localized('Add a message') }).click()
    await expect(dialog.getByLabel(localized('Message in the invitation'))).toBeVisible()
    await stop(page, 'unknown')
    await dialog.getByRole('button', { name: localized('Invite nobody@example.com') }).click()
    await expect(dialog.getByText(localized('nobody@example.com (invited)'))).toBeVisible()
    await dialog.getByRole('button', { name: localized('Expiry and uses') }).click()
    await dialog.getByLabel(localized('How long the link works')).selectOption('date')
    await dialog.getByLabel(localized('Number of uses')).fill('0')
    await dialog.getByRole('button', { name: localized('Create link') }).click()
    await expect(dialog.getByText(localized('The link can be used 1 to 10000 times'))).toBeVisible()
    await stop(page, 'link-limits')
    await dialog.getByLabel(localized('How long the link works')).selectOption('week')
    await dialog.getByLabel(localized('Number of uses')).fill('3')
    await dialog.getByRole('button', { name: localized('Create link') }).click()
    await expect(dialog.getByRole('button', { name: localizedExactly('Copy invite link') })).toBeVisible()
    await stop(page, 'invited')
    await dialog.getByRole('button', { name: localized('Revoke invitation for nobody@example.com') }).click()
    await dialog.getByRole('button', { name: localizedExactly('Revoke') }).click()
    await expect(dialog.getByRole('button', { name: localized('Create link') })).toBeVisible()
    await page.goto('/projects')
    await share(page, example.projectId, { generalAccess: 'anyone' })
    await page.reload()
    await page
      .locator(`tr[data-project-id="${example.projectId}"]`)
      .getByRole('button', { name: localized('Actions for') })
      .click()
    await page.getByRole('menuitem', { name: localizedExactly('Share') }).click()
    await expect(dialog.getByLabel(localized('General access'))).toHaveValue('anyone')
    await stop(page, 'by-link')
    await share(page, example.projectId, { generalAccess: 'restricted' })
  },
}

export const projectsScenes: readonly Scene[] = [empty, few, trash, many, forms, sharing]
