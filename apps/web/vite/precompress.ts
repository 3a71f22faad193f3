import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const shrinks = /\.(js|css|html|svg|json|webmanifest)$/
const smallestWorthIt = 512

/** Writes .br and .gz beside every text file of the build, so that no server compresses per request. */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'espalier:precompress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = join(config.root, config.build.outDir)
    },
    async closeBundle() {
      const names = await readdir(folder, { recursive: true })
      const files = names.filter((name) => shrinks.test(name) && !name.startsWith('.vite'))
      await Promise.all(files.map((name) => writeSmaller(join(folder, name))))
    },
  }
}

async function writeSmaller(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < smallestWorthIt) return
  const brotli = await promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  })
  const gzipped = await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION })
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)])
}
