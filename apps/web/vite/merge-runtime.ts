import type { Plugin, Rolldown } from 'vite'
import { firstViewChunk } from './plan-chunks.ts'

const runtimeName = 'rolldown-runtime'
const importPattern = /import\{([^}]*)\}from"\.\/rolldown-runtime-[\w-]+\.js";/
const exportPattern = /export\{([^}]*)\};?\s*$/

/**
 * The bundler puts its few helpers into a file of their own, which is a request more for every page. This moves them
 * into `vendor`, which every page has. The first view must not wait for that file, so it gets a copy. The names of all
 * files depend on the name of the helpers, so a file with other helpers has another name.
 */
export function mergeRuntime(): Plugin {
  return {
    name: 'espalier:merge-runtime',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((one): one is Rolldown.OutputChunk => one.type === 'chunk')
        const runtime = chunks.find(({ name }) => name === runtimeName)
        const vendor = chunks.find(({ name }) => name === 'vendor')
        if (runtime === undefined || vendor === undefined) throw new Error('The build has no helpers to merge')
        const helpers = wrapRuntime(runtime.code)
        for (const chunk of chunks) {
          const isFree = chunk === vendor || chunk.name === firstViewChunk
          const from = isFree ? `const $helpers=${helpers};` : `import{$helpers}from"./${getFileName(vendor)}";`
          chunk.code = redirectImport(chunk.code, from)
        }
        vendor.code += '\nexport{$helpers};'
        delete bundle[runtime.fileName]
      },
    },
  }
}

const getFileName = ({ fileName }: Rolldown.OutputChunk): string => fileName.slice(fileName.lastIndexOf('/') + 1)

/** Turns a module into an expression with its exports as fields. */
export function wrapRuntime(code: string): string {
  const names = exportPattern.exec(code)?.[1]
  if (names === undefined) throw new Error('The helpers of the bundler export nothing')
  const fields = names.split(',').map((pair) => pair.trim().split(' as '))
  const returned = fields.map(([own = '', name = own]) => `${name}:${own}`)
  return `(()=>{${code.replace(exportPattern, '')}return{${returned.join(',')}}})()`
}

/** Replaces the import of the helpers; `from` declares `$helpers`. */
export const redirectImport = (code: string, from: string): string =>
  code.replace(importPattern, (_all, names: string) => `${from}const{${names.replaceAll(' as ', ':')}}=$helpers;`)
