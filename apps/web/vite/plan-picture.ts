import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/** Found again by this name in the list of built files. */
const picturePattern = /^assets\/picture-[\w-]+\.js$/

/** The script that shows the stored picture of a plan. Null in a build without it. */
export const findPictureScript = (files: Iterable<string>): string | null =>
  [...files].find((file) => picturePattern.test(file)) ?? null

/** At the end of the body: the picture needs the styles, and everything else can load meanwhile. */
export const addPictureScript = (html: string, file: string): string =>
  html.replace('</body>', () => `<script src="/${file}"></script></body>`)

/** Builds `src/picture.ts` as one small classic script: modules would run after everything else has loaded. */
export function planPicture(): Plugin {
  let root = ''
  return {
    name: 'espalier:plan-picture',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    async generateBundle() {
      const code = await bundlePicture(root)
      const hash = createHash('sha256').update(code).digest('base64url').slice(0, 7)
      this.emitFile({ type: 'asset', fileName: `assets/picture-${hash}.js`, source: code })
    },
  }
}

async function bundlePicture(root: string): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: join(root, 'src', 'picture.ts'), output: { format: 'iife' } },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const [chunk] = outputs.flatMap((one) => ('output' in one ? one.output : []))
  if (chunk?.type !== 'chunk') throw new Error('The script of the picture was not bundled')
  return chunk.code
}
