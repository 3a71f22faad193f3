export { aRecord, ModelServer } from './model-server.ts'
export { createMemoryDevice, type MemoryDevice } from '../memory/memory-device.ts'
export { openModelProject } from './model-project.ts'
