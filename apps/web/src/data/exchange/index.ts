export { fetchTransitions } from './fetch-transitions.ts'
export { sendImport, type FileToSend, type Imported, type ImportPlace } from './send-import.ts'
