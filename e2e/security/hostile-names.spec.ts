import type { Locator, Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { findNoonZone, sendPendingMails } from '../support/pending-mails.ts'
import { expect, register, test } from '../support/test.ts'
import { peopleHere } from '../support/together.ts'
import { clickTool, openTree } from '../support/tree.ts'
import { expectInPages, expectPlainText, expectValues, harmIn, listenOn } from './harm.ts'
import { storablePayloads } from './hostile-data.ts'
import { expectHarmlessMails } from './hostile-mails.ts'
import { findPersonId, hostileAddress, lines, pickNames, registerHostilePeople } from './hostile-names.ts'
import {
  act,
  actAsEverybody,
  actMany,
  changeWithTokens,
  defineHostileLists,
  listSizes,
  messages,
  shareHostileProject,
  writeComments,
} from './hostile-project.ts'

const operatorEmail = 'operator@admin.example'
const invited = Array.from({ length: 55 }, (_, at) => hostileAddress(`i${at}`))
const tokenNames = pickNames(listSizes.tokens)

test.use({ settings: { ADMIN_EMAILS: operatorEmail } })

const findPanel = (page: Page, name: string): Locator => page.getByRole('complementary', { name })
const findList = (page: Page, name: string): Locator => page.getByRole('list', { name, exact: true })

/** Writes a mention by the list of people that follows an at sign, and returns the name of the mentioned person. */
async function mentionSomebody(page: Page): Promise<string> {
  const textbox = page.getByRole('textbox', { name: 'Write a comment' })
  await textbox.click()
  await page.keyboard.type('Hello @<')
  const options = page.getByRole('listbox', { name: 'People to mention' }).getByRole('option')
  await expect(options).toHaveCount(8)
  const [name = ''] = await options.allTextContents()
  expect(await harmIn(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expectPlainText(textbox, [`@${name}`])
  await page.keyboard.press('Control+Enter')
  return name
}

test('shows what hostile people are called and write as text to members, to operators and in mails', async ({
  page,
  server,
}) => {
  test.setTimeout(300_000)
  const { url: origin } = server
  const ran = await listenOn(page)
  await register(page, operatorEmail)
  await page.waitForURL('**/projects')
  const people = await registerHostilePeople(origin, page)
  const [names, addresses] = [people.map(({ name }) => name), people.map(({ email }) => email)]
  const project = await shareHostileProject(page, people)
  const { projectId, nodeIds } = project
  const threadIds = await writeComments(page, nodeIds[0] ?? '')
  const operatorId = await findPersonId(page, operatorEmail)
  await actAsEverybody(origin, people, { ...project, threadIds, operatorId })
  await defineHostileLists(page, project)
  await changeWithTokens(page, nodeIds)
  await actMany(
    page,
    'invite',
    invited.map((email, at) => ({ id: projectId, email, message: messages[at % messages.length] })),
  )

  await test.step('comments with replies, authors, a mention and a resolved thread', async () => {
    await openTree(page, projectId, `#node=${nodeIds[0]}&comment=none`)
    const feed = page.getByRole('feed', { name: 'Comments' })
    await expect(feed.getByRole('article')).toHaveCount(storablePayloads.length + 1)
    await expectPlainText(feed, [...lines, ...names])
    const mentioned = await mentionSomebody(page)
    await expectPlainText(feed.getByRole('article').last(), [`Hello @${mentioned}`])
    await actMany(page, 'resolve', [{ id: threadIds[0] }])
    await page.getByRole('button', { name: /^Show the resolved thread/u }).click()
    await expectPlainText(feed.locator('[data-resolved]'), [lines[0] ?? '', names[0] ?? ''])
  })

  await test.step('history, details and sharing of the project', async () => {
    await page.getByRole('button', { name: 'History' }).click()
    await expectInPages(findPanel(page, 'History'), [...names, ...tokenNames])
    await openTree(page, projectId, `#node=${nodeIds[1]}&comment=none`)
    const listed = [...pickNames(listSizes.stages), ...pickNames(listSizes.fields)]
    await expectPlainText(findPanel(page, 'Node details'), [names[0] ?? '', ...listed])
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await expectPlainText(page.getByRole('dialog'), [project.title, ...addresses, ...invited])
    await page.keyboard.press('Escape')
  })

  await test.step('tags, stages, fields and saved views', async () => {
    await clickTool(page, 'Lists…')
    const dialog = page.getByRole('dialog', { name: 'Lists' })
    for (const list of ['tags', 'stages', 'fields'] as const) {
      await dialog.getByRole('tab', { name: list }).click()
      await expectValues(dialog, pickNames(listSizes[list]))
    }
    await page.keyboard.press('Escape')
    await openTree(page, projectId, '#filter=')
    await clickTool(page, 'Saved views')
    await expectPlainText(page.getByRole('menu'), pickNames(listSizes.views))
    await page.keyboard.press('Escape')
  })

  await test.step('proposals, and the people who are here', async () => {
    const sockets = await Promise.all(people.slice(0, 3).map((person) => person.watch(origin, projectId)))
    await openTree(page, projectId)
    await expectPlainText(findPanel(page, 'Proposals'), [...names, ...messages, ...lines.slice(0, people.length)])
    await expect(peopleHere(page)).toHaveCount(3)
    await expect(peopleHere(page).getByTitle(names[0] ?? '')).toBeVisible()
    expect(await harmIn(page)).toEqual([])
    for (const socket of sockets) socket.close()
  })

  await test.step('webhooks', async () => {
    const wanted = pickNames(listSizes.webhooks).map((name) => ({ id: projectId, url: `https://a.example/?${name}` }))
    const created = await actMany<{ createWebhook: { webhook: { url: string } } }>(page, 'webhook', wanted)
    await clickTool(page, 'Integrations')
    await page.getByRole('menuitem', { name: 'Webhooks…' }).click()
    const addressesOfHooks = created.map(({ createWebhook }) => createWebhook.webhook.url)
    await expectPlainText(page.getByRole('dialog', { name: 'Webhooks' }), addressesOfHooks)
  })

  await test.step('board and table', async () => {
    // Only columns near the view are drawn.
    await page.setViewportSize({ width: 9_000, height: 800 })
    await page.goto(`/tree/${projectId}/board`)
    const board = page.locator('[data-view="board"]')
    await expectPlainText(board, pickNames(listSizes.stages))
    const columns = { person: names, tag: pickNames(listSizes.tags).slice(0, listSizes.tagsOfNode) }
    for (const [by, words] of Object.entries(columns)) {
      await page.getByRole('button', { name: /board settings/u }).click()
      await page.getByRole('menuitemradio', { name: `Columns by ${by}` }).click()
      await expectPlainText(board, words)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/tree/${projectId}/table`)
    await expectPlainText(page.locator('[data-view="table"]'), [hostileAddress('')])
    await page.getByRole('button', { name: 'Columns' }).click()
    await expectPlainText(page.getByRole('menu'), pickNames(listSizes.fields))
  })

  await test.step('search, inbox and own work', async () => {
    await page.goto('/inbox')
    await expectInPages(findList(page, 'Inbox'), [project.title, ...lines, ...names])
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Commands' })
    await palette.getByRole('combobox').fill('onpointerenter')
    const hits = palette.getByRole('group', { name: 'In all projects' })
    await expectPlainText(hits, [project.title, '<p onmouseover=xss() onpointerenter=xss()>hover</p>'])
    await page.goto('/my-work')
    await expectInPages(findList(page, 'My work'), lines.slice(1, people.length + 1))
  })

  await test.step('invitation, picture and access tokens', async () => {
    const [inviter] = people
    if (inviter === undefined) throw new Error('nobody was registered')
    const { createInviteLink: link } = await act(inviter, origin, 'link', { id: projectId })
    await page.goto(String(link?.['link']))
    await expectPlainText(page.getByRole('heading', { level: 1 }), [project.title, inviter.name])
    await page.goto(`/avatar/${inviter.id}`)
    // The picture is a drawing of the initials.
    expect((await page.locator('text').textContent())?.trim()).toMatch(/^</u)
    await page.goto('/user')
    await expectPlainText(findList(page, 'Your access tokens'), tokenNames)
  })

  await test.step('administration', async () => {
    await page.goto('/admin')
    await expectInPages(findList(page, 'People'), [...names, ...addresses])
    await page.goto('/admin?section=audit')
    await expectInPages(findList(page, 'Audit log'), addresses)
    await page.goto('/admin?section=invitations')
    await expectInPages(findList(page, 'Invitations'), invited)
  })

  await test.step('mails, and the list of them on a development machine', async () => {
    const [other] = await actMany<{ createProject: { id: string } }>(page, 'project', [
      { data: { title: project.title } },
    ])
    for (const person of people.slice(0, 5)) await act(person, origin, 'askForAccess', { id: other?.createProject.id })
    const setting =
      'mutation ($data: NotificationSettingsInput!) { updateNotificationSettings(data: $data) { timeZone } }'
    await ask(page, setting, { data: { timeZone: findNoonZone(new Date()) } })
    await sendPendingMails(server.env['DATABASE_URL'] ?? '')
    await expectHarmlessMails(page, {
      share: /shared "</u,
      invitation: /invites you/u,
      'request for access': /asks for access/u,
      mention: /: Hello @/u,
      'many mentions': /mentioned you in "\d+ </u,
      'daily digest': /assigned/u,
    })
    await page.goto('/dev/outbox')
    await expectPlainText(page.getByRole('table'), [`"${project.title}"`, ...invited])
  })
  expect(ran, 'no page runs or loads anything').toEqual([])
})
