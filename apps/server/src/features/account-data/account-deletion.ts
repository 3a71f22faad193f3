import { dayMs, minuteMs } from '@espalier/domain'
import type { Api } from '@espalier/schema'
import { ApiError } from '../../api/errors.ts'
import type { SignedInViewer, Viewer } from '../../api/viewer.ts'
import type { Database } from '../../database/database.ts'
import type { Audit } from '../../ports/log.ts'
import { accountDataTexts } from '../../texts/account-data.ts'
import { countPersonData } from '../account/index.ts'
import { deletionRequestedMail, type Mailer } from '../mail/index.ts'
import { toPublicUser } from '../people/index.ts'
import { type AccessRule, allowSignedIn, badInputError, requireAllowedPerson } from '../projects/index.ts'
import {
  cancelDeletion,
  type HandoverChoices,
  type OwnedProject,
  readDeletion,
  readSharedOwnProjects,
  storeDeletion,
} from './deletion-store.ts'

/** Everybody decides about their own account, whatever they pay. Programs do not (`token-rights.ts`). */
const deletionPolicy = {
  'deletion.read': allowSignedIn,
  'deletion.request': allowSignedIn,
  'deletion.cancel': allowSignedIn,
} as const satisfies Record<string, AccessRule>

export interface AccountDeletionOptions {
  readonly database: Database
  readonly mailer: Mailer
  readonly audit: Audit
  readonly productName: string
  /** False with an external identity service without an admin API, which cannot delete anybody. */
  readonly isAvailable: boolean
  /** The page's URL. */
  webUrl(): string
  /** The API's URL, which serves the pictures. */
  apiUrl(): string
  readonly now?: () => Date
}

export interface AccountDeletions {
  read(viewer: Viewer): Promise<Api.AccountDeletion>
  /** Null: nobody asked for it. */
  readDueTime(viewer: Viewer): Promise<number | null>
  request(viewer: Viewer, handovers: readonly Api.ProjectHandover[]): Promise<Api.AccountDeletion>
  cancel(viewer: Viewer): Promise<Api.AccountDeletion>
}

const waitingDays = 7
/** A stolen or forgotten session must not be enough to delete an account. */
const freshLoginMs = 15 * minuteMs
const mostChoices = 10_000

export function createAccountDeletions(options: AccountDeletionOptions): AccountDeletions {
  const { database, mailer, audit, productName, now = () => new Date() } = options
  const { pool } = database
  const read = async (viewer: SignedInViewer): Promise<Api.AccountDeletion> => {
    const { id } = viewer.person
    const deletion = await readDeletion(pool, id)
    return {
      dueAt: deletion?.dueAt.getTime() ?? null,
      needsLogin: !hasFreshLogin(viewer, now()),
      projectCount: (await countPersonData(database, id)).projects,
      sharedProjects: (await readSharedOwnProjects(pool, id)).map((project) =>
        toSharedProject(project, deletion?.choices ?? {}, options.apiUrl()),
      ),
    }
  }
  return {
    read: async (viewer) => read(requireAllowedPerson(viewer, deletionPolicy['deletion.read'])),
    async readDueTime(viewer) {
      const { person } = requireAllowedPerson(viewer, deletionPolicy['deletion.read'])
      return (await readDeletion(pool, person.id))?.dueAt.getTime() ?? null
    },
    async request(viewer, handovers) {
      const caller = requireAllowedPerson(viewer, deletionPolicy['deletion.request'])
      const { person } = caller
      if (!options.isAvailable) throw new ApiError('FORBIDDEN', accountDataTexts.unavailable)
      const at = now()
      if (!hasFreshLogin(caller, at)) throw new ApiError('FORBIDDEN', accountDataTexts.logInAgain)
      if ((await countPersonData(database, person.id)).hasSubscription)
        throw new ApiError('CONFLICT', accountDataTexts.hasSubscription)
      const choices = readChoices(handovers, await readSharedOwnProjects(pool, person.id))
      const dueAt = new Date(at.getTime() + waitingDays * dayMs)
      await database.transaction(async ({ client }) => {
        if (!(await storeDeletion(client, { person, at, dueAt, choices }))) return
        const url = new URL('/user', options.webUrl()).href
        await mailer.send(deletionRequestedMail({ to: person.email, ...person, productName, dueAt, url }), {
          tx: client,
        })
      })
      audit({ kind: 'account-deletion-requested', userId: person.id })
      return read(caller)
    },
    async cancel(viewer) {
      const caller = requireAllowedPerson(viewer, deletionPolicy['deletion.cancel'])
      const { id } = caller.person
      if (await cancelDeletion(pool, id)) audit({ kind: 'account-deletion-canceled', userId: id })
      else if ((await readDeletion(pool, id)) !== null) throw new ApiError('CONFLICT', accountDataTexts.started)
      return read(caller)
    },
  }
}

const hasFreshLogin = ({ authenticatedAt }: SignedInViewer, at: Date): boolean =>
  authenticatedAt !== undefined && at.getTime() - authenticatedAt.getTime() < freshLoginMs

/** Projects that are not shared any more need no choice, so they may be named and change nothing. */
function readChoices(handovers: readonly Api.ProjectHandover[], shared: readonly OwnedProject[]): HandoverChoices {
  if (handovers.length > mostChoices) throw badInputError(accountDataTexts.tooManyChoices, 'projects')
  const given = new Map(handovers.map(({ projectId, newOwnerId }) => [projectId.toLowerCase(), newOwnerId ?? null]))
  return Object.fromEntries(
    shared.map(({ id, title, people }) => {
      const newOwnerId = given.get(id)
      if (newOwnerId === undefined) throw badInputError(accountDataTexts.choiceMissing(title), 'projects')
      if (newOwnerId !== null && people.every((person) => person.id !== newOwnerId))
        throw badInputError(accountDataTexts.notMember(title), 'projects')
      return [id, newOwnerId]
    }),
  )
}

const toSharedProject = ({ id, title, people }: OwnedProject, choices: HandoverChoices, apiUrl: string) => ({
  id,
  title,
  people: people.map((person) =>
    toPublicUser({ ...person, firstname: null, lastname: null, picture: null, status: null }, apiUrl),
  ),
  newOwnerId: choices[id] ?? null,
})
