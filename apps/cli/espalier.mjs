#!/usr/bin/env node
// Runs the program in this process, so that a kill ends it and nothing else.
import { register } from 'tsx/esm/api'

register()
await import('./src/main.ts')
