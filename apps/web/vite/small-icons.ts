import { join } from 'node:path'
import type { Plugin } from 'vite'

const moduleId = '\0espalier:create-icon'

/** Lets the icons of Lucide be drawn by our own small function instead of the package's. */
export function smallIcons(root: string): Plugin {
  const own = join(root, 'src', 'ui', 'create-icon.ts')
  return {
    name: 'espalier:small-icons',
    apply: 'build',
    resolveId: {
      order: 'pre',
      handler: (source, importer) =>
        source.endsWith('/createLucideIcon.mjs') && importer?.includes('/lucide-react/') === true ? moduleId : null,
    },
    load: (id) => (id === moduleId ? `export { createIcon as default } from ${JSON.stringify(own)}` : null),
    generateBundle(_options, bundle) {
      // Another version of the package may name its files differently.
      const isUsed = Object.values(bundle).some((file) => file.type === 'chunk' && file.moduleIds.includes(own))
      if (!isUsed) throw new Error('The icons of Lucide are not drawn by create-icon.ts any more')
    },
  }
}
