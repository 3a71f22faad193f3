import { join } from 'node:path'
import { dayMs, feedbackStatuses, limits } from '@espalier/domain'
import { backUpEmbedded } from '@espalier/postgres'
import { createOutboxCarrier } from '../adapters/mail/mail-carriers.ts'
import { findStoredBreaches, readOneMoment } from '../database/consistency.ts'
import { readProjectIds } from '../database/projects.ts'
import { type FeedbackStatusError, setFeedbackStatus } from '../features/feedback/moderate-feedback.ts'
import { deleteFeedback, listOpenFeedback } from '../features/feedback/store.ts'
import { purgeOldTrash } from '../features/trash/empty-trash.ts'
import { type AdminCommand, type AdminContext, CommandFailed } from './admin-context.ts'

const maxListedBreaches = 5

export const checkCommand: AdminCommand = {
  name: 'check',
  parameters: [],
  summary: 'holds every project against the rules that must always be true',
  async run({ database }) {
    const ids = await readProjectIds(database.pool)
    const broken: string[] = []
    for (const id of ids) broken.push(...(await findProjectBreaches(database, id)))
    if (broken.length === 0) return `Checked ${ids.length} projects: every rule holds.`
    const more = broken.length > maxListedBreaches ? ` and ${broken.length - maxListedBreaches} more` : ''
    throw new CommandFailed(`Broken: ${broken.slice(0, maxListedBreaches).join('; ')}${more}`)
  },
}

const findProjectBreaches = (database: AdminContext['database'], projectId: string): Promise<string[]> =>
  database.transaction(async ({ client }) => {
    await readOneMoment(client)
    const breaches = await findStoredBreaches(client, projectId)
    return breaches.map(({ rule, nodeId }) => `project ${projectId}: ${rule}${nodeId === null ? '' : ` at ${nodeId}`}`)
  })

export const purgeCommand: AdminCommand = {
  name: 'purge',
  parameters: [],
  summary: 'deletes for good what has been in the trash for too long, now instead of tonight',
  async run({ database }) {
    const before = new Date(Date.now() - limits.trashRetentionDays * dayMs)
    const count = await purgeOldTrash({ database, bus: { publish: () => {} }, audit: () => {} }, before)
    return `Purged ${count} ${count === 1 ? 'project' : 'projects'}.`
  },
}

const megabyte = 1_000_000
// Sealed third-party keys can be read only with the secret that sealed them.
const filesBesideDatabase = ['secret-key']

export const backupCommand: AdminCommand = {
  name: 'backup',
  parameters: ['FOLDER'],
  summary: 'copies the embedded database and its secret into a new folder, also while the server is running',
  async run({ config }, [folder = '']) {
    if (config.databaseUrl !== null) {
      throw new CommandFailed('DATABASE_URL is set: back that server up with its own tools, such as pg_dump')
    }
    const { bytes, folder: made } = await backUpEmbedded(config.dataDir, folder, filesBesideDatabase)
    return `Copied ${Math.ceil(bytes / megabyte)} MB to ${made}: start with DATA_DIR=${made} to use it.`
  },
}

const defaultMailCount = 5
const maxMailCount = 200

/** Without a mail server, recovery codes and invitations reach nobody unless the operator can read them. */
export const mailsCommand: AdminCommand = {
  name: 'mails',
  parameters: ['[COUNT]'],
  summary: `prints the newest mails that wait in the outbox because SMTP_URL is not set (${defaultMailCount} of them, or COUNT)`,
  async run({ config }, [given = String(defaultMailCount)]) {
    if (config.mail.smtpUrl !== null) throw new CommandFailed('SMTP_URL is set: mails are sent, and none wait here')
    const count = /^\d{1,3}$/.test(given) ? Number(given) : Number.NaN
    if (!(count >= 1 && count <= maxMailCount))
      throw new CommandFailed(`COUNT must be a number from 1 to ${maxMailCount}`)
    const outbox = createOutboxCarrier({ folder: join(config.dataDir, 'outbox'), from: config.mail.from })
    const mails = await outbox.list(count)
    await outbox.close()
    if (mails.length === 0) return `No mail waits in ${join(config.dataDir, 'outbox')}.`
    return mails
      .toReversed()
      .map(({ to, subject, date, text }) => `To: ${to}\nDate: ${date}\nSubject: ${subject}\n\n${text.trim()}`)
      .join('\n\n----------------------------------------\n\n')
  },
}

const maxListedPosts = 50

export const feedbackCommand: AdminCommand = {
  name: 'feedback',
  parameters: ['list|delete|STATUS', '[NUMBER]', '[NOTE]'],
  summary: `lists the feedback board, deletes a post, or sets its status: ${feedbackStatuses.join(', ')} (its NOTE: the other post's number)`,
  async run({ database }, [action = '', number = '', note = '']) {
    if (action === 'list') return formatPosts(await listOpenFeedback(database, maxListedPosts))
    const status = feedbackStatuses.find((known) => known === action)
    if (action !== 'delete' && status === undefined) {
      throw new CommandFailed(
        `${JSON.stringify(action)} is neither list nor delete nor one of ${feedbackStatuses.join(', ')}`,
      )
    }
    const post = Number(/^#?([1-9]\d{0,8})$/.exec(number)?.[1] ?? Number.NaN)
    if (Number.isNaN(post)) throw new CommandFailed('NUMBER is that of a post: npm run admin -- feedback list')
    return status === undefined
      ? deletePost(database, post)
      : changePostStatus(database, { number: post, status, note })
  },
}

const formatPosts = (posts: Awaited<ReturnType<typeof listOpenFeedback>>): string =>
  posts.length === 0
    ? 'No post is waiting.'
    : posts.map(({ number, status, votes, title }) => `#${number}  ${status}  ${votes} votes  ${title}`).join('\n')

async function deletePost(database: AdminContext['database'], number: number): Promise<string> {
  if (!(await deleteFeedback(database, number))) throw new CommandFailed(`There is no post #${number}`)
  return `Deleted post #${number}, its votes and its comments.`
}

const statusRefusalTexts: Readonly<Record<FeedbackStatusError, (number: number) => string>> = {
  missing: (number) => `There is no post #${number}`,
  'long-note': () => 'The note is too long',
  'no-original': () => 'A duplicate needs the number of the post that it repeats: feedback duplicate NUMBER OTHER',
  'original-is-itself': (number) => `Post #${number} cannot repeat itself`,
}

async function changePostStatus(
  database: AdminContext['database'],
  statusChange: Parameters<typeof setFeedbackStatus>[1],
): Promise<string> {
  const changed = await setFeedbackStatus(database, statusChange)
  if (!changed.ok) throw new CommandFailed(statusRefusalTexts[changed.reason](statusChange.number))
  return `Post #${statusChange.number} is ${statusChange.status} now: /feedback/p/${changed.value.slug}`
}
