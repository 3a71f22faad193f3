import { isEmail, isUuid } from '@espalier/domain'
import { ApiError } from '../api/errors.ts'
import { composeMail } from '../app/optional-features.ts'
import { exportAuditLog } from '../features/audit/index.ts'
import { sendTestMail } from '../features/admin/send-test-mail.ts'
import {
  deleteAnyInvitation,
  readAllInvitations,
  readQueueFigures,
  readStorageFigures,
} from '../features/admin/store.ts'
import { adminTexts } from '../texts/admin.ts'
import { type AdminCommand, CommandFailed, commandOperator, silentLog } from './admin-context.ts'

const noFilter = { person: null, action: null, projectId: null, since: null, until: null }
const maxListedInvitations = 1_000

export const auditCommand: AdminCommand = {
  name: 'audit',
  parameters: ['[PERSON]'],
  summary: adminTexts.summaries.audit,
  async run({ database }, [person]) {
    let lines = ''
    const filter = { ...noFilter, person: person ?? null }
    for await (const piece of exportAuditLog(database.pool, filter, 'jsonl')) lines += piece
    return lines === '' ? adminTexts.noEntries : lines.trimEnd()
  },
}

export const invitationsCommand: AdminCommand = {
  name: 'invitations',
  parameters: [],
  summary: adminTexts.summaries.invitations,
  async run({ database }) {
    const { invitations } = await readAllInvitations(database.pool, { limit: maxListedInvitations, offset: 0 })
    if (invitations.length === 0) return adminTexts.noInvitations
    return invitations
      .map(({ id, createdAt, role, email, invitedByEmail, invitedById, projectId }) => {
        const day = createdAt.toISOString().slice(0, 10)
        return adminTexts.invitation(id, day, role, email, invitedByEmail ?? invitedById, projectId)
      })
      .join('\n')
  },
}

export const revokeInvitationCommand: AdminCommand = {
  name: 'revoke-invitation',
  parameters: ['ID'],
  summary: adminTexts.summaries.revokeInvitation,
  async run({ database, trail }, [id = '']) {
    const projectId = isUuid(id)
      ? await database.transaction(async ({ client }) => {
          const found = await deleteAnyInvitation(client, id)
          const event = { kind: 'invitation-revoked', ...commandOperator, projectId: found, invitationId: id }
          if (found !== null) await trail.store(client, [event])
          return found
        })
      : null
    if (projectId === null) throw new CommandFailed(adminTexts.invitationMissing(id))
    return adminTexts.invitationRevoked(id)
  },
}

export const figuresCommand: AdminCommand = {
  name: 'figures',
  parameters: [],
  summary: adminTexts.summaries.figures,
  async run({ database, people }) {
    const figures = {
      ...(await people?.count()),
      ...(await readStorageFigures(database.pool)),
      ...(await readQueueFigures(database.pool)),
    }
    return Object.entries(figures)
      .map(([name, value]) => adminTexts.figure(name, Math.round(value)))
      .join('\n')
  },
}

export const testMailCommand: AdminCommand = {
  name: 'test-mail',
  parameters: ['EMAIL'],
  summary: adminTexts.summaries.testMail,
  async run({ config }, [email = '']) {
    if (!isEmail(email)) throw new CommandFailed(adminTexts.notAnEmail(email))
    const { carrier } = composeMail(config, silentLog)
    try {
      await sendTestMail({ carrier, productName: config.productName }, email)
    } catch (error) {
      throw error instanceof ApiError ? new CommandFailed(error.message) : error
    } finally {
      await carrier.close()
    }
    return config.mail.smtpUrl === null ? adminTexts.testMailStored(email) : adminTexts.testMailSent(email)
  },
}
