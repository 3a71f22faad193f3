export { type AuditTrail, createAuditTrail } from './audit-trail.ts'
export { auditFormats, exportAuditLog } from './export-audit.ts'
export { type AuditFilter, type AuditRow, deleteOldAuditRows, readAuditActions, readAuditRows } from './store.ts'
