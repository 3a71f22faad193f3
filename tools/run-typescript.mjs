// Runs one of the programs in this process, because a second process would outlive a killed first one.
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { root } from './install.mjs'

export async function runTypeScript(path) {
  const { register } = await import('tsx/esm/api')
  register()
  return import(pathToFileURL(join(root, path)).href)
}
