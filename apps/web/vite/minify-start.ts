import { minify } from 'terser'
import type { Plugin, Rolldown } from 'vite'
import { firstViewChunk } from './plan-chunks.ts'

/** The files before the first plan that hold our own code. The library in `vendor` gets larger, so it is left alone. */
const names: ReadonlySet<string> = new Set(['index', 'base', 'shared', firstViewChunk, 'project'])

/**
 * Matches the function that Vite makes of `(await import('./part.ts')).name`: it takes the name out of the part and
 * returns it under the same name, only so that the bundler sees which names are used.
 */
const repeatedNames =
  /async\(\)=>\{(?:let|const)\{([^{}]+)\}=await[ (](?<loaded>import\("\.\/[\w-]+\.js"\)(?:\.then\(\w+=>\w+\.[\w$]+\))?)\)?;return\{\1\}\}/gu

/**
 * Minifies the files of the start once more. Vite's own minifier is quick but leaves 1.7 KB (gzip) that somebody on a
 * slow line waits for. Everything else is loaded later, and a build would take several times as long for it.
 */
export function minifyStart(): Plugin {
  return {
    name: 'espalier:minify-start',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter(
          (one): one is Rolldown.OutputChunk => one.type === 'chunk' && names.has(one.name),
        )
        if (chunks.length !== names.size) throw new Error(`The build lacks one of the files ${[...names].join(', ')}`)
        for (const chunk of chunks)
          chunk.code = (await minifyModule(chunk.code)).replaceAll(repeatedNames, '()=>$<loaded>')
      },
    },
  }
}

async function minifyModule(code: string): Promise<string> {
  const { code: smaller } = await minify(code, {
    module: true,
    ecma: 2020,
    compress: { passes: 3 },
  })
  if (smaller === undefined) throw new Error('Terser returned no code')
  return smaller
}
