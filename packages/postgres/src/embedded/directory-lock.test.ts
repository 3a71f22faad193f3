import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDirectory } from './directory-lock.ts'
import { readNextLine, startScript } from './fixtures/support.ts'
import { readProcessStartTime } from './process-start-time.ts'
import { DatabaseStartError } from './start-error.ts'

let folder: string
const title = 'The folder'
const leave = (number: number, holder: unknown) =>
  writeFile(join(folder, 'holder', String(number)), typeof holder === 'string' ? holder : JSON.stringify(holder))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espalier-hold-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function wins(tries: number): Promise<number> {
  const outcomes = await Promise.allSettled(Array.from({ length: tries }, () => lockDirectory(folder, title)))
  return outcomes.filter((outcome) => outcome.status === 'fulfilled').length
}

describe('lockDirectory', () => {
  it('refuses a second holder with the name of the first until that one releases', async () => {
    const first = await lockDirectory(folder, title)
    const second = lockDirectory(folder, title)
    await expect(second).rejects.toBeInstanceOf(DatabaseStartError)
    await expect(second).rejects.toThrow(`The folder is already in use by process ${process.pid}`)
    await first.release()
    const third = await lockDirectory(folder, title)
    await third.release()
  })

  it('admits exactly one of many concurrent callers', async () => {
    expect(await wins(12)).toBe(1)
  })

  it('lets exactly one of many callers take over from a killed process', async () => {
    const script = startScript('try-to-hold', folder)
    expect(await readNextLine(script)).toBe('held')
    await expect(lockDirectory(folder, title)).rejects.toThrow(`process ${script.pid}`)
    await script.kill()
    expect(await wins(12)).toBe(1)
  })

  it('lets exactly one of several processes take over from a dead one', async () => {
    await (await lockDirectory(folder, title)).release()
    await leave(7, { pid: process.pid, started: 'long ago' })
    const scripts = Array.from({ length: 4 }, () => startScript('try-to-hold', folder))
    const lines = await Promise.all(scripts.map(readNextLine))
    const holder = scripts[lines.indexOf('held')]
    expect(lines.filter((line) => line !== 'held')).toEqual(
      Array.from({ length: 3 }, () => `The folder is already in use by process ${holder?.pid}`),
    )
    await Promise.all(scripts.map((script) => script.kill()))
  })

  it('detects another program that got the process id of a dead holder', async () => {
    await (await lockDirectory(folder, title)).release()
    await leave(2, { pid: process.ppid, started: 'another boot 1' })
    await (await lockDirectory(folder, title)).release()
    await leave(9, { pid: process.ppid, started: readProcessStartTime(process.ppid) })
    await expect(lockDirectory(folder, title)).rejects.toThrow(`process ${process.ppid}`)
  })

  it('treats an unreadable owner file as a dead holder and leaves no files behind', async () => {
    await (await lockDirectory(folder, title)).release()
    await leave(5, '{"pid":')
    const holding = await lockDirectory(folder, title)
    expect(await readdir(join(folder, 'holder'))).toEqual(['6'])
    await holding.release()
    expect(await readdir(join(folder, 'holder'))).toEqual(['6'])
  })
})
