import { join } from 'node:path'
import type { Plugin } from 'vite'

const helperId = '\0vite/preload-helper.js'

/** Lets our own small function load the styles of a part instead of Vite's, which is in front of every first paint. */
export const smallPreload = (root: string): Plugin => ({
  name: 'espalier:small-preload',
  apply: 'build',
  enforce: 'pre',
  load: (id) =>
    id === helperId
      ? `export { loadWithStyles as __vitePreload } from ${JSON.stringify(join(root, 'src', 'platform', 'load-with-styles.ts'))}`
      : null,
  generateBundle(_options, bundle) {
    // Another version of Vite may name its helper differently.
    const isVites = Object.values(bundle).some(
      (file) => file.type === 'chunk' && file.code.includes('vite:preloadError'),
    )
    if (isVites) throw new Error('The styles of the parts are not loaded by load-with-styles.ts any more')
  },
})
