export { aRecord, ModelServer } from './model-server.ts'
export { openModelProject } from './model-project.ts'
