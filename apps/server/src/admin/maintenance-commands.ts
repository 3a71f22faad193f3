import { join } from 'node:path'
import { dayMs, feedbackStatuses, limits } from '@espalier/domain'
import { backUpEmbedded } from '@espalier/postgres'
import { createOutboxCarrier } from '../adapters/mail/mail-carriers.ts'
import { findStoredBreaches, readOneMoment } from '../database/consistency.ts'
import { readProjectIds } from '../database/projects.ts'
import { type FeedbackStatusError, setFeedbackStatus } from '../features/feedback/moderate-feedback.ts'
import { deleteFeedback, listOpenFeedback } from '../features/feedback/store.ts'
import { purgeOldTrash } from '../features/trash/empty-trash.ts'
import { adminTexts } from '../texts/admin.ts'
import { type AdminCommand, type AdminContext, CommandFailed } from './admin-context.ts'

const maxListedBreaches = 5

export const checkCommand: AdminCommand = {
  name: 'check',
  parameters: [],
  summary: adminTexts.summaries.check,
  async run({ database }) {
    const ids = await readProjectIds(database.pool)
    const broken: string[] = []
    for (const id of ids) broken.push(...(await findProjectBreaches(database, id)))
    if (broken.length === 0) return adminTexts.allRulesHold(ids.length)
    const listed = broken.slice(0, maxListedBreaches).join('; ')
    const more = broken.length - maxListedBreaches
    throw new CommandFailed(more > 0 ? adminTexts.brokenAndMore(listed, more) : adminTexts.broken(listed))
  },
}

const findProjectBreaches = (database: AdminContext['database'], projectId: string): Promise<string[]> =>
  database.transaction(async ({ client }) => {
    await readOneMoment(client)
    const breaches = await findStoredBreaches(client, projectId)
    return breaches.map(({ rule, nodeId }) =>
      nodeId === null ? adminTexts.breach(projectId, rule) : adminTexts.breachAtNode(projectId, rule, nodeId),
    )
  })

export const purgeCommand: AdminCommand = {
  name: 'purge',
  parameters: [],
  summary: adminTexts.summaries.purge,
  async run({ database }) {
    const before = new Date(Date.now() - limits.trashRetentionDays * dayMs)
    const count = await purgeOldTrash({ database, bus: { publish: () => {} }, audit: () => {} }, before)
    return adminTexts.purged(count)
  },
}

const megabyte = 1_000_000
// Sealed third-party keys can be read only with the secret that sealed them.
const filesBesideDatabase = ['secret-key']

export const backupCommand: AdminCommand = {
  name: 'backup',
  parameters: ['FOLDER'],
  summary: adminTexts.summaries.backup,
  async run({ config }, [folder = '']) {
    if (config.databaseUrl !== null) {
      throw new CommandFailed(adminTexts.externalDatabase)
    }
    const { bytes, folder: made } = await backUpEmbedded(config.dataDir, folder, filesBesideDatabase)
    return adminTexts.backedUp(Math.ceil(bytes / megabyte), made)
  },
}

const defaultMailCount = 5
const maxMailCount = 200

/** Without a mail server, recovery codes and invitations reach nobody unless the operator can read them. */
export const mailsCommand: AdminCommand = {
  name: 'mails',
  parameters: ['[COUNT]'],
  summary: adminTexts.summaries.mails(defaultMailCount),
  async run({ config }, [given = String(defaultMailCount)]) {
    if (config.mail.smtpUrl !== null) throw new CommandFailed(adminTexts.smtpSet)
    const count = /^\d{1,3}$/.test(given) ? Number(given) : Number.NaN
    if (!(count >= 1 && count <= maxMailCount))
      throw new CommandFailed(adminTexts.numberOutOfRange('COUNT', maxMailCount))
    const outbox = createOutboxCarrier({ folder: join(config.dataDir, 'outbox'), from: config.mail.from })
    const mails = await outbox.list(count)
    await outbox.close()
    if (mails.length === 0) return adminTexts.noMails(join(config.dataDir, 'outbox'))
    return mails
      .toReversed()
      .map(({ to, subject, date, text }) => adminTexts.mail(to, date, subject, text.trim()))
      .join('\n\n----------------------------------------\n\n')
  },
}

const maxListedPosts = 50

export const feedbackCommand: AdminCommand = {
  name: 'feedback',
  parameters: ['list|delete|STATUS', '[NUMBER]', '[NOTE]'],
  summary: adminTexts.summaries.feedback(feedbackStatuses.join(', ')),
  async run({ database }, [action = '', number = '', note = '']) {
    if (action === 'list') return formatPosts(await listOpenFeedback(database, maxListedPosts))
    const status = feedbackStatuses.find((known) => known === action)
    if (action !== 'delete' && status === undefined) {
      throw new CommandFailed(adminTexts.feedback.badAction(action, feedbackStatuses.join(', ')))
    }
    const post = Number(/^#?([1-9]\d{0,8})$/.exec(number)?.[1] ?? Number.NaN)
    if (Number.isNaN(post)) throw new CommandFailed(adminTexts.feedback.badNumber)
    return status === undefined
      ? deletePost(database, post)
      : changePostStatus(database, { number: post, status, note })
  },
}

const formatPosts = (posts: Awaited<ReturnType<typeof listOpenFeedback>>): string =>
  posts.length === 0
    ? adminTexts.feedback.empty
    : posts.map(({ number, status, votes, title }) => adminTexts.feedback.post(number, status, votes, title)).join('\n')

async function deletePost(database: AdminContext['database'], number: number): Promise<string> {
  if (!(await deleteFeedback(database, number))) throw new CommandFailed(adminTexts.feedback.missing(number))
  return adminTexts.feedback.deleted(number)
}

function describeStatusError(reason: FeedbackStatusError, number: number): string {
  const text = adminTexts.feedback[reason]
  return typeof text === 'string' ? text : text(number)
}

async function changePostStatus(
  database: AdminContext['database'],
  statusChange: Parameters<typeof setFeedbackStatus>[1],
): Promise<string> {
  const changed = await setFeedbackStatus(database, statusChange)
  if (!changed.ok) throw new CommandFailed(describeStatusError(changed.reason, statusChange.number))
  return adminTexts.feedback.changed(statusChange.number, statusChange.status, `/feedback/p/${changed.value.slug}`)
}
