import type { Api } from '@espalier/schema'
import {
  type AdminFiguresQuery,
  adminFiguresQuery,
  type AdminInvitationsQuery,
  adminInvitationsQuery,
  type AdminPeopleQuery,
  adminPeopleQuery,
  type AdminPersonFields,
  adminRevokeInvitationMutation,
  approvePersonMutation,
  type AuditLogQuery,
  auditLogQuery,
  endPersonSessionsMutation,
  sendTestMailMutation,
  setPersonActiveMutation,
} from '@espalier/schema/documents/admin'
import { type ApiResult, mapApiResult } from './graphql/api-result.ts'
import { handledByCaller } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'
import { apiBase } from './session/page-config.ts'

export type AdminPerson = AdminPersonFields
export type PeoplePage = AdminPeopleQuery['adminPeople']
export type AuditPage = AuditLogQuery['auditLog']
export type AuditEntry = AuditPage['entries'][number]
export type InvitationPage = AdminInvitationsQuery['adminInvitations']
export type AdminInvitation = InvitationPage['invitations'][number]
export type AdminFigures = AdminFiguresQuery['adminFigures']
export type AuditFilter = Api.AuditFilter

// For everybody but operators the page does not exist, and the page itself shows that.
const refusalHandled = {
  context: handledByCaller('NOT_FOUND', 'BAD_USER_INPUT', 'UPSTREAM_FAILED', 'RATE_LIMITED'),
}

export const fetchFigures = async (): Promise<ApiResult<AdminFigures>> =>
  mapApiResult(await sendOperation(adminFiguresQuery, {}, refusalHandled), (sent) => sent.adminFigures)

export const fetchPeople = async (search: string, offset: number): Promise<ApiResult<PeoplePage>> =>
  mapApiResult(await sendOperation(adminPeopleQuery, { search, offset }, refusalHandled), (sent) => sent.adminPeople)

export const fetchAuditLog = async (filter: AuditFilter, before: string | null): Promise<ApiResult<AuditPage>> =>
  mapApiResult(await sendOperation(auditLogQuery, { filter, before }, refusalHandled), (sent) => sent.auditLog)

export const fetchInvitations = async (offset: number): Promise<ApiResult<InvitationPage>> =>
  mapApiResult(await sendOperation(adminInvitationsQuery, { offset }, refusalHandled), (sent) => sent.adminInvitations)

export const setPersonActive = async (personId: string, isActive: boolean): Promise<ApiResult<AdminPerson>> =>
  mapApiResult(
    await sendOperation(setPersonActiveMutation, { personId, isActive }, refusalHandled),
    (sent) => sent.setPersonActive,
  )

export const approvePerson = async (personId: string): Promise<ApiResult<AdminPerson>> =>
  mapApiResult(await sendOperation(approvePersonMutation, { personId }, refusalHandled), (sent) => sent.approvePerson)

export const endPersonSessions = async (personId: string): Promise<ApiResult<number>> =>
  mapApiResult(
    await sendOperation(endPersonSessionsMutation, { personId }, refusalHandled),
    (sent) => sent.endPersonSessions,
  )

export const revokeAnyInvitation = async (id: string): Promise<ApiResult<boolean>> =>
  mapApiResult(
    await sendOperation(adminRevokeInvitationMutation, { id }, refusalHandled),
    (sent) => sent.adminRevokeInvitation,
  )

export const sendTestMail = async (): Promise<ApiResult<boolean>> =>
  mapApiResult(await sendOperation(sendTestMailMutation, {}, refusalHandled), (sent) => sent.sendTestMail)

/** Returns the address of the log as a file, with the same filter. */
export function formatAuditExportUrl(format: 'csv' | 'jsonl', filter: AuditFilter): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value != null && value !== '') query.set(name, String(value))
  return `${apiBase()}/audit-log.${format}?${query}`
}
