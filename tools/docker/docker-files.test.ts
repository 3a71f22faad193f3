import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import { dockerFiles, listImages, pinImages } from './images.ts'

interface Service {
  readonly image: string
  readonly build?: string
  readonly env_file?: readonly { readonly path: string }[]
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly cap_add?: readonly string[]
  readonly privileged?: boolean
  readonly security_opt?: readonly string[]
  readonly mem_limit?: string
  readonly pids_limit?: number
  readonly environment?: Readonly<Record<string, string>>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const digest = (letter: string) => `sha256:${letter.repeat(64)}`
const readText = (name: string): string => readFileSync(join(root, name), 'utf8')
const readServices = (name: string): Readonly<Record<string, Service>> =>
  (parse(readText(name), { merge: true }) as { services: Record<string, Service> }).services

describe('Docker files', () => {
  it('names an exact version of every image and a supported Node', () => {
    const images = dockerFiles.flatMap((name) => listImages(readText(name)))
    expect(images.map((image) => image.split(':')[0])).toEqual(['node', 'nginx', 'postgres', 'valkey/valkey'])
    for (const image of images) {
      // A version of PostgreSQL has two numbers, any other three: with fewer it would name a moving image.
      const version = image.startsWith('postgres:') ? /:\d+\.\d+(-[\w-]+)?$/ : /:\d+\.\d+\.\d+(-[\w-]+)?$/
      expect(image).toMatch(version)
    }
    expect(Number(/node:(\d+)/.exec(images.join(' '))?.[1])).toBeGreaterThanOrEqual(22)
  })

  it('pins images by digest in place, also over an older digest', () => {
    const once = pinImages('ARG NODE_IMAGE=node:24.1.0\n  image: nginx:1.2.3\n  image: espalier\n', () => digest('a'))
    expect(once).toBe(
      `ARG NODE_IMAGE=node:24.1.0@${digest('a')}\n  image: nginx:1.2.3@${digest('a')}\n  image: espalier\n`,
    )
    expect(pinImages(once, () => digest('b'))).toBe(once.replaceAll(digest('a'), digest('b')))
  })

  const services = ['compose.yaml', 'compose.single.yaml'].flatMap((name) => Object.entries(readServices(name)))

  it.each(services)('gives the service %s no more rights and memory than it needs', (name, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    // Only nginx starts as root, to become another user and own its folders.
    expect(service.cap_add ?? []).toEqual(name === 'proxy' ? ['CHOWN', 'SETUID', 'SETGID'] : [])
    expect(service.privileged).toBeUndefined()
    expect(service.mem_limit).toMatch(/^\d+[mg]$/)
    expect(service.pids_limit).toBeGreaterThan(0)
  })

  it('passes every setting of .env to the servers', () => {
    const servers = services.filter(([, { build }]) => build !== undefined)
    expect(servers.map(([name]) => name)).toEqual(['server-1', 'server-2', 'espalier'])
    for (const [, { env_file: files }] of servers) expect(files?.map(({ path }) => path)).toEqual(['.env'])
  })

  it('requires passwords for PostgreSQL and Redis', () => {
    const { 'server-1': server } = readServices('compose.yaml')
    expect(server?.environment?.['DATABASE_URL']).toContain('${POSTGRES_PASSWORD:?')
    expect(server?.environment?.['REDIS_URL']).toContain('${REDIS_PASSWORD:?')
  })
})
