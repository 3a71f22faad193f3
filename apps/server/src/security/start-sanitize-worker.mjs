// A worker thread does not inherit the loader that the program was started with, so it registers its own.
import { register } from 'tsx/esm/api'

register()
await import('./sanitize-worker.ts')
