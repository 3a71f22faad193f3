import type { Plugin } from 'vite'

/** Matches the loading of another chunk, which is in the same folder. */
const dynamicImport = /\bimport\((["'`])(\.\/[\w-]+\.js)\1\)/gu

/**
 * Some browsers (Chromium before 156) never ask again for a module that could not be loaded. So every part of the page
 * is loaded by one function, which tries another address of the same file next. What the file itself imports was not
 * asked for before, so that it has not failed.
 */
export const loadAgain = (): Plugin => ({
  name: 'espalier:load-again',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      const code = chunk.code.replaceAll(dynamicImport, 'loadPart$$("$2")')
      const isFirst = chunk.isEntry || chunk.name === 'vendor'
      chunk.code = isFirst ? `globalThis.loadPart$??=(n=>f=>import(f).catch(()=>import(f+"?"+ ++n)))(0);${code}` : code
    }
  },
})
