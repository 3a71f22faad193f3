export { aRecord, ModelServer } from './model-server.ts'
export { type ModelProject, openModelProject } from './model-project.ts'
