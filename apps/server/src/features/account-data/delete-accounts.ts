import type { Database } from '../../database/database.ts'
import { readProjectMembers, replaceProjectMembers } from '../../database/projects.ts'
import type { Bus } from '../../ports/bus.ts'
import type { Identities } from '../../ports/identities.ts'
import type { JobRunners } from '../../ports/jobs.ts'
import type { Audit, Log } from '../../ports/log.ts'
import { countPersonData, deletePersonData } from '../account/index.ts'
import { accountDeletedMail, type Mailer } from '../mail/index.ts'
import { type AccessRule, createSystemCaller, type Writes } from '../projects/index.ts'
import {
  beginDeletion,
  type DeletionRow,
  endDeletion,
  readDueDeletions,
  readHeirs,
  readSharedOwnProjects,
} from './deletion-store.ts'

export interface DeleteAccountsOptions {
  readonly database: Database
  readonly writes: Writes
  readonly identities: Pick<Identities, 'remove'>
  readonly bus: Pick<Bus, 'publish'>
  readonly mailer: Mailer
  readonly audit: Audit
  readonly log: Log
  readonly productName: string
  readonly now?: () => Date
}

export const accountDeletionRunners = (options: DeleteAccountsOptions): Pick<JobRunners, 'delete-accounts'> => ({
  'delete-accounts': () => deleteDueAccounts(options),
})

/** One that fails does not stop the others; the next run tries it again. */
async function deleteDueAccounts(options: DeleteAccountsOptions): Promise<void> {
  const { database, log, now = () => new Date() } = options
  for (const userId of await readDueDeletions(database.pool, now())) {
    try {
      await deleteAccount(options, userId, now())
    } catch (error) {
      log.error({ err: error, userId }, 'an account could not be deleted; it is tried again')
    }
  }
}

/**
 * Every step can be repeated, and can happen on two servers at the same time: a server that dies in between leaves the
 * row, and the next one goes on. The identity goes first, so that nobody can sign in and create something meanwhile.
 */
async function deleteAccount(options: DeleteAccountsOptions, userId: string, at: Date): Promise<void> {
  const { database, identities, bus, mailer, audit, log, productName } = options
  if ((await countPersonData(database, userId)).hasSubscription) {
    log.warn({ userId }, 'an account with a subscription is not deleted; the person must cancel it first')
    return
  }
  const deletion = await beginDeletion(database.pool, userId, at)
  if (deletion === null) return
  await identities.remove(userId)
  for (const { id } of await readSharedOwnProjects(database.pool, userId)) await handOver(options, deletion, id)
  const projectIds = await deletePersonData(database, userId, async (client) => {
    if (!(await endDeletion(client, userId))) return
    const { email: to, firstname } = deletion
    await mailer.send(accountDeletedMail({ to, firstname, productName }), { tx: client })
  })
  for (const projectId of projectIds) bus.publish({ kind: 'project-purged', projectId })
  audit({ kind: 'account-deleted', userId })
}

const allowAll: AccessRule = (_viewer, access) => (access === null ? 'NOT_FOUND' : 'allowed')

/**
 * Makes a member the owner. The chosen person may have left since, and a project may have been shared after the
 * choice: then the editor who has been there longest becomes the owner, so that the others do not lose it.
 */
async function handOver(
  { writes, audit }: DeleteAccountsOptions,
  { userId, choices }: DeletionRow,
  projectId: string,
): Promise<void> {
  const chosenId = choices[projectId]
  if (chosenId === null) return
  await writes.run(
    createSystemCaller(userId, 'delete-accounts'),
    async (work) => {
      const write = await work.open(projectId, allowAll)
      // Another server may have done it.
      if (write.role !== 'owner') return
      const { client } = write.tx
      const [newOwnerId] = await readHeirs(client, projectId, chosenId ?? null)
      if (newOwnerId === undefined) return
      const members = (await readProjectMembers(client, [projectId])).get(projectId) ?? {}
      const { [newOwnerId]: _role, ...others } = members
      await replaceProjectMembers(client, projectId, members, others)
      write.setColumns({ owner: newOwnerId })
      write.logChange('project-updated', { project: { users: others } }, { project: { users: members } })
      audit({ kind: 'project-handed-over', projectId, userId, newOwnerId })
    },
    { projectId },
  )
}
