import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Finds a free port of the loopback address. */
export async function findFreePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  holder.close()
  await once(holder, 'close')
  return port
}

export interface RedisServer {
  readonly url: string
  /** Ends it like a failing machine, without notice to anybody. */
  kill(): Promise<void>
  /** Starts it again on the same port. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** A real Redis (or Valkey), started as an operator would. */
export async function startRedisServer(program = 'redis-server'): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'espalier-redis-'))
  const port = await findFreePort()
  let running: ChildProcess | null = null
  const start = async (): Promise<void> => {
    const settings = { port, bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no' }
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)))
      child.stdout.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('Ready to accept connections')) resolve()
      })
    })
    running = child
  }
  const kill = async (): Promise<void> => {
    const child = running
    running = null
    if (child === null) return
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    async stop() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
