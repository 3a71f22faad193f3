export { fetchTransitionsByNode } from './fetch-transitions.ts'
export { uploadImport, type ImportUpload, type ImportSummary, type ImportDestination } from './send-import.ts'
