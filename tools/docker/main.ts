// Pins the images of the Dockerfile and the compose files by digest: `npm run docker:digests` on a machine with Docker.
// The owner of a tag can point it at another image; a digest cannot change. Run it again to follow a new tag.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dockerFiles, listImages, pinImages } from './images.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

function askDocker(image: string): string {
  const args = ['buildx', 'imagetools', 'inspect', image, '--format', '{{.Manifest.Digest}}']
  const { status, stdout, stderr, error } = spawnSync('docker', args, { encoding: 'utf8' })
  const digest = stdout?.trim() ?? ''
  if (status === 0 && /^sha256:[0-9a-f]{64}$/.test(digest)) return digest
  process.stderr.write(`No digest for ${image}: ${error?.message ?? stderr.trim()}\n`)
  process.exit(1)
}

for (const name of dockerFiles) {
  const path = join(root, name)
  const before = readFileSync(path, 'utf8')
  const after = pinImages(before, askDocker)
  if (after !== before) writeFileSync(path, after)
  process.stdout.write(`${name}: ${listImages(after).join(', ') || 'no images'}\n`)
}
