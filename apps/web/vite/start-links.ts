import type { Plugin } from 'vite'
import { createChunkFinder } from './chunk-finder.ts'
import { start } from './page-routes.ts'

/**
 * Names the files of the start in the HTML. The entry imports them only after it has shown what it can show alone, and
 * whoever does not get the links of our server (`write-page-routes.ts`), as the service worker, would load them late.
 * They are loaded as files: modules would be compiled at once, before the picture of a plan is painted.
 * The entry holds back the first frame, which would be empty without it: to draw that delays the picture.
 */
export function startLinks(): Plugin {
  let root = ''
  return {
    name: 'espalier:start-links',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const findChunks = createChunkFinder(root, Object.values(bundle))
        const tags = [...findChunks(start)]
          .filter(({ isEntry }) => !isEntry)
          .map(({ fileName }) => `    <link rel="preload" as="script" crossorigin href="/${fileName}">\n`)
        return html
          .replace('<script type="module"', (tag) => `${tag} blocking="render"`)
          .replace(/( *<\/head>)/, (end) => tags.join('') + end)
      },
    },
  }
}
