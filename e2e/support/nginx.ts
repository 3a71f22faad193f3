import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSelfSignedCertificate } from '@espalier/stand-ins/self-signed-certificate.ts'
import { root } from './process.ts'

export interface Nginx {
  readonly url: string
  /** The same over https and HTTP/2, with a self-signed certificate. */
  readonly secureUrl: string
  stop(): Promise<void>
}

const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/local/sbin:/usr/sbin:/sbin` }

/** Runs the shipped configuration with the two site-specific files beside it. */
export async function startNginx(port: number, securePort: number, upstreams: readonly number[]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'espalier-nginx-'))
  await chmod(folder, 0o755)
  await copyFile(join(root, 'deploy', 'nginx.conf'), join(folder, 'nginx.conf'))
  const servers = upstreams.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=5s;`)
  await writeFile(join(folder, 'espalier-upstream.conf'), `least_conn;\n${servers.join('\n')}\n`)
  const { key, cert } = createSelfSignedCertificate('localhost')
  await writeFile(join(folder, 'certificate.pem'), cert)
  await writeFile(join(folder, 'certificate-key.pem'), key)
  const tls = await readFile(join(root, 'deploy', 'compose', 'espalier-listen-tls.conf'), 'utf8')
  const listen = `listen 127.0.0.1:${port};\n${tls.replace('listen 8443', `listen 127.0.0.1:${securePort}`)}`
  await writeFile(join(folder, 'espalier-listen.conf'), listen)
  const args = ['-p', `${folder}/`, '-c', 'nginx.conf', '-e', 'stderr']
  const tried = spawnSync('nginx', [...args, '-t'], { env, encoding: 'utf8' })
  if (tried.status !== 0) throw new Error(`nginx refuses its configuration: ${tried.stderr ?? tried.error?.message}`)
  const child = spawn('nginx', [...args, '-g', 'daemon off;'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const output: string[] = []
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  const url = `http://localhost:${port}`
  if (!(await answers(`http://127.0.0.1:${port}/healthz`, () => child.exitCode === null))) {
    throw new Error(`nginx did not come up: ${output.join('')}`)
  }
  return {
    url,
    secureUrl: `https://localhost:${securePort}`,
    async stop() {
      child.kill('SIGQUIT')
      await Promise.race([once(child, 'exit'), new Promise((resolve) => setTimeout(resolve, 5_000).unref())])
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** nginx does not report when it listens. */
async function answers(url: string, isAlive: () => boolean): Promise<boolean> {
  for (let attempts = 0; attempts < 200 && isAlive(); attempts += 1) {
    const answer = await fetch(url).catch(() => null)
    if (answer !== null) return true
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return false
}
