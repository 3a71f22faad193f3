import { hourMs } from '@espalier/domain'
import type { Api } from '@espalier/schema'
import { typeDefs } from '@espalier/schema/server'
import { ApiError } from '../../api/errors.ts'
import { requireRate } from '../../api/rate-limits.ts'
import type { ApiSlice } from '../../api/slice.ts'
import { describeActor } from '../../api/viewer.ts'
import type { Database } from '../../database/database.ts'
import type { MailCarrier } from '../../ports/mail.ts'
import type { ListedPerson, PeopleAdmin, RegisteredPerson } from '../../ports/people-admin.ts'
import type { Rate, Rates } from '../../ports/rates.ts'
import { operatorTexts as texts } from '../../texts/operators.ts'
import { type AuditTrail, readAuditActions, readAuditRows } from '../audit/index.ts'
import { badInputError, isStoredId } from '../projects/index.ts'
import { parseAuditFilter, toAuditView } from './audit-views.ts'
import {
  approveWaitingPerson,
  changePersonActive,
  endPersonSessions,
  type ManagePeopleOptions,
} from './manage-people.ts'
import type { AdminPolicy } from './policy.ts'
import { sendTestMail } from './send-test-mail.ts'
import { deleteAnyInvitation, readAllInvitations, readQueueFigures, readStorageFigures } from './store.ts'

export interface AdminOptions extends Omit<ManagePeopleOptions, 'people'> {
  readonly policy: AdminPolicy
  readonly database: Database
  /** Null with an external identity service. */
  readonly people: PeopleAdmin | null
  readonly trail: Pick<AuditTrail, 'store' | 'logOnly'>
  readonly auditLogDays: number
  readonly carrier: Pick<MailCarrier, 'deliver'>
  readonly sendsMail: boolean
  readonly rates: Rates | null
  countSockets(): number
}

const pageSize = 50
const maxAuditEntries = 200
const maxSearchCharacters = 200
const maxOffset = 1_000_000
const testMailRate: Rate = { name: 'test-mails', max: 10, windowMs: hourMs }

/** The part of the API for operators. Every operation begins with the check of who asks. */
export const adminSlice = (options: AdminOptions): ApiSlice => ({
  name: 'admin',
  typeDefs: typeDefs.admin,
  resolvers: {
    Query: {
      async adminPeople(_parent, { search, offset }, { viewer }) {
        options.policy.requireAdmin(viewer)
        return listPeople(options, search ?? '', readOffset(offset))
      },
      async auditLog(_parent, { filter, before, first }, { viewer }) {
        options.policy.requireAdmin(viewer)
        return readAuditLog(options, { filter, before, first })
      },
      async adminInvitations(_parent, { offset }, { viewer }) {
        options.policy.requireAdmin(viewer)
        return listInvitations(options, readOffset(offset))
      },
      async adminFigures(_parent, _args, { viewer }) {
        options.policy.requireAdmin(viewer)
        return readFigures(options)
      },
    },
    Mutation: {
      async setPersonActive(_parent, { personId, isActive }, { viewer }) {
        const admin = options.policy.requireAdmin(viewer)
        const { people } = await requirePerson(options, personId)
        if (!isActive && personId === admin.person.id) throw badInputError(texts.ownAccount, 'personId')
        await changePersonActive({ ...options, people }, describeActor(admin), { id: personId, isActive })
        return readPerson(options, people, personId)
      },
      async approvePerson(_parent, { personId }, { viewer }) {
        const admin = options.policy.requireAdmin(viewer)
        const { people, person } = await requirePerson(options, personId)
        const approved = await approveWaitingPerson(options, describeActor(admin), person)
        if (!approved.ok)
          throw badInputError(approved.reason === 'unknown' ? texts.emailUnproven : texts.alreadyActive, 'personId')
        return readPerson(options, people, personId)
      },
      async endPersonSessions(_parent, { personId }, { viewer }) {
        const admin = options.policy.requireAdmin(viewer)
        const { people } = await requirePerson(options, personId)
        return endPersonSessions({ ...options, people }, describeActor(admin), personId)
      },
      async adminRevokeInvitation(_parent, { id }, { viewer }) {
        const admin = options.policy.requireAdmin(viewer)
        return revokeAnyInvitation(options, describeActor(admin), id)
      },
      async sendTestMail(_parent, _args, { viewer }) {
        const admin = options.policy.requireAdmin(viewer)
        await requireRate(options.rates, testMailRate, { key: admin.person.id, message: texts.tooManyMails })
        await sendTestMail(options, admin.person.email)
        options.audit({ kind: 'test-mail-sent', ...describeActor(admin) })
        return true
      },
    },
  },
})

function readOffset(given: number | null | undefined): number {
  const offset = given ?? 0
  if (offset < 0 || offset > maxOffset) throw badInputError(texts.badPage, 'offset')
  return offset
}

const toNext = (offset: number, shown: number, total: number): number | null =>
  offset + shown < total && shown > 0 ? offset + shown : null

function requirePeopleAdmin({ people }: AdminOptions): PeopleAdmin {
  if (people === null) throw badInputError(texts.externalIdentity, 'personId')
  return people
}

async function requirePerson(options: AdminOptions, id: string) {
  const people = requirePeopleAdmin(options)
  const person = isStoredId(id) ? await people.find(id) : null
  if (person === null) throw new ApiError('NOT_FOUND', texts.personNotFound)
  return { people, person }
}

const toPersonView = ({ policy }: AdminOptions, person: RegisteredPerson, sessionCount: number): Api.AdminPerson => ({
  id: person.id,
  email: person.email,
  firstname: person.firstname,
  lastname: person.lastname,
  status: person.status,
  isEmailProven: person.isEmailProven,
  isAdmin: policy.isAdminEmail(person.email),
  createdAt: person.createdAt.getTime(),
  sessionCount,
})

/** Reads the person again after a change, with their sessions. */
async function readPerson(options: AdminOptions, people: PeopleAdmin, id: string): Promise<Api.AdminPerson> {
  const person = await people.find(id)
  if (person === null) throw new ApiError('NOT_FOUND', texts.personNotFound)
  const found = await people.search({ text: person.email, size: pageSize, offset: 0 })
  const same = found.people.find((one) => one.id === id)
  return toPersonView(options, person, same?.sessionCount ?? 0)
}

async function listPeople(options: AdminOptions, search: string, offset: number): Promise<Api.AdminPeople> {
  if (search.length > maxSearchCharacters) throw badInputError(texts.searchTooLong(maxSearchCharacters), 'search')
  const people = requirePeopleAdmin(options)
  const found = await people.search({ text: search.replaceAll('\u0000', ''), size: pageSize, offset })
  return {
    people: found.people.map((person: ListedPerson) => toPersonView(options, person, person.sessionCount)),
    total: found.total,
    next: toNext(offset, found.people.length, found.total),
  }
}

interface AuditArguments {
  readonly filter?: Api.AuditFilter | null | undefined
  readonly before?: string | null | undefined
  readonly first?: number | null | undefined
}

async function readAuditLog(
  { database, auditLogDays: days }: AdminOptions,
  { filter, before, first }: AuditArguments,
): Promise<Api.AuditLog> {
  const wanted = parseAuditFilter(filter ?? {})
  if (before != null && !/^\d{1,18}$/.test(before)) throw badInputError(texts.badPage, 'before')
  const limit = Math.min(Math.max(first ?? pageSize, 1), maxAuditEntries)
  const rows = await readAuditRows(database.pool, wanted, { before: before ?? null, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  return {
    entries: shown.map(toAuditView),
    next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    actions: await readAuditActions(database.pool),
    days,
  }
}

async function listInvitations({ database }: AdminOptions, offset: number): Promise<Api.AdminInvitations> {
  const { invitations, total } = await readAllInvitations(database.pool, { limit: pageSize, offset })
  return {
    invitations: invitations.map((one) => ({
      ...one,
      createdAt: one.createdAt.getTime(),
      expiresAt: one.expiresAt?.getTime() ?? null,
    })),
    total,
    next: toNext(offset, invitations.length, total),
  }
}

async function revokeAnyInvitation(
  { database, trail }: AdminOptions,
  actor: Readonly<Record<string, string>>,
  id: string,
): Promise<true> {
  const projectId = isStoredId(id)
    ? await database.transaction(async ({ client }) => {
        const found = await deleteAnyInvitation(client, id)
        if (found === null) return null
        await trail.store(client, [{ kind: 'invitation-revoked', ...actor, projectId: found, invitationId: id }])
        return found
      })
    : null
  if (projectId === null) throw new ApiError('NOT_FOUND', texts.invitationNotFound)
  trail.logOnly({ kind: 'invitation-revoked', ...actor, projectId, invitationId: id })
  return true
}

async function readFigures({ database, people, sendsMail, countSockets }: AdminOptions): Promise<Api.AdminFigures> {
  const counts = await people?.count()
  return {
    people: counts?.all ?? null,
    pending: counts?.pending ?? null,
    deactivated: counts?.inactive ?? null,
    ...(await readStorageFigures(database.pool)),
    ...(await readQueueFigures(database.pool)),
    sockets: countSockets(),
    sendsMail,
  }
}
