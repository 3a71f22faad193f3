import { randomUUID } from 'node:crypto'
import type { Slice } from '../api/slice.ts'
import { adminSlice, createAdminPolicy } from '../features/admin/index.ts'
import { type Operation, unknownToAll } from './access-answers.ts'

type AdminParts = Parameters<typeof adminSlice>[0]

/** The part of the API for operators on a server that has none. */
export const hiddenAdminSlice = (
  parts: Pick<AdminParts, 'database' | 'identities' | 'mailer' | 'audit' | 'rates'>,
): Slice =>
  adminSlice({
    ...parts,
    policy: createAdminPolicy([]),
    people: null,
    trail: { logOnly: parts.audit, store: async () => {} },
    auditLogDays: 365,
    productName: 'Espalier',
    carrier: { deliver: async () => {} },
    sendsMail: false,
    webUrl: () => 'https://espalier.example',
    countSockets: () => 0,
    closeTokenSockets: async () => {},
  })

const forOperators = (query: string): readonly Operation[] => [
  { query, variables: () => ({ id: randomUUID() }), expected: unknownToAll },
]

/** The operations for operators. No actor of the table is one; `app/admin.test.ts` tests them as an operator. */
export const adminTable: Readonly<Record<string, readonly Operation[]>> = {
  adminPeople: forOperators('{ adminPeople { total people { id email } } }'),
  auditLog: forOperators('{ auditLog { entries { id } } }'),
  adminInvitations: forOperators('{ adminInvitations { total } }'),
  adminFigures: forOperators('{ adminFigures { projects } }'),
  setPersonActive: forOperators('mutation ($id: ID!) { setPersonActive(personId: $id, isActive: false) { id } }'),
  approvePerson: forOperators('mutation ($id: ID!) { approvePerson(personId: $id) { id } }'),
  endPersonSessions: forOperators('mutation ($id: ID!) { endPersonSessions(personId: $id) }'),
  adminRevokeInvitation: forOperators('mutation ($id: ID!) { adminRevokeInvitation(id: $id) }'),
  sendTestMail: forOperators('mutation { sendTestMail }'),
}
