export { fetchTransitions } from './fetch-transitions.ts'
export {
  sendImport,
  type FileToSend,
  type ImportAnswer,
  type Imported,
  type ImportPlace,
  type Sending,
} from './send-import.ts'
