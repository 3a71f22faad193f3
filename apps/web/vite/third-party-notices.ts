import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const licenseFile = /^(license|licence|copying|notice)(\.(md|txt))?$/i

/**
 * Writes `third-party-notices.txt` into the build: the licenses of the packages whose code is in it. Most licenses ask
 * for that, and comments in the code are removed when it is minified.
 */
export function thirdPartyNotices(): Plugin {
  return {
    name: 'espalier:third-party-notices',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
      const modules = chunks.flatMap(({ modules: rendered }) =>
        Object.entries(rendered).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : [])),
      )
      const folders = new Set(modules.map(findPackageFolder))
      const notices = [...folders].flatMap((folder) => (folder === null ? [] : [readNotice(folder)]))
      const source = `${[...new Set(notices)].sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
      this.emitFile({ type: 'asset', fileName: 'third-party-notices.txt', source })
    },
  }
}

/** The folder of the package that a module belongs to, or null for our own modules. */
function findPackageFolder(module: string): string | null {
  const at = module.lastIndexOf('/node_modules/')
  if (at === -1) return null
  const [scope = '', name = ''] = module.slice(at + '/node_modules/'.length).split('/')
  const folder = join(module.slice(0, at).replace(/^\0/, ''), 'node_modules', scope, scope.startsWith('@') ? name : '')
  return existsSync(join(folder, 'package.json')) ? folder : null
}

function readNotice(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFile
  const texts = readdirSync(folder).filter((file) => licenseFile.test(file))
  const text = texts.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
  return `${name} ${version} (${license ?? 'see its package'})\n\n${text}`.trim()
}

interface PackageFile {
  readonly name: string
  readonly version: string
  readonly license?: string
}
