export { type NodeFields, type NodeRecord } from './node-record.ts'
