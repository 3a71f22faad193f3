import { randomUUID } from 'node:crypto'
import { type Operation, unknownToAll } from './access-answers.ts'

const forOperators = (query: string): readonly Operation[] => [
  { query, variables: () => ({ id: randomUUID() }), expected: unknownToAll },
]

/** The operations for operators, whom no actor of the table is: `app/admin.test.ts` asks as one. */
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
