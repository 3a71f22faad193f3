import type { Plugin } from 'vite'

/** Matches the loading of another chunk, which is in the same folder. */
const dynamicImport = /\bimport\((["'`])(\.\/[\w-]+\.js)\1\)/gu

/**
 * Lets every part of the page be loaded by `loadPart$` (`src/api/load-part.ts`). The entry, which runs before
 * everything else, defines it; what the entry itself loads is the start of the page, without which there is nothing to
 * retry. Vite finds the styles of a part by its `import()`, so this comes after all of Vite's own plugins.
 */
export const loadAgain = (): Plugin => ({
  name: 'espalier:load-again',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || chunk.isEntry) continue
        if (chunk.code.includes('__VITE_PRELOAD__')) throw new Error('The styles of the parts are not listed yet')
        chunk.code = chunk.code.replaceAll(dynamicImport, 'loadPart$$("$2")')
      }
    },
  },
})
