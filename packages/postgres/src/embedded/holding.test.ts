import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StartRefused } from '../start-refused.ts'
import { nextLine, startScript } from './fixtures/scripts.ts'
import { hold } from './holding.ts'
import { stampOf } from './process-stamp.ts'

let folder: string
const title = 'The folder'
const leave = (number: number, holder: unknown) =>
  writeFile(join(folder, 'holder', String(number)), typeof holder === 'string' ? holder : JSON.stringify(holder))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espalier-hold-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function wins(tries: number): Promise<number> {
  const outcomes = await Promise.allSettled(Array.from({ length: tries }, () => hold(folder, title)))
  return outcomes.filter((outcome) => outcome.status === 'fulfilled').length
}

describe('hold', () => {
  it('refuses a second holder by the name of the first, until that one lets go', async () => {
    const first = await hold(folder, title)
    const second = hold(folder, title)
    await expect(second).rejects.toBeInstanceOf(StartRefused)
    await expect(second).rejects.toThrow(`The folder is already in use by process ${process.pid}`)
    await first.release()
    const third = await hold(folder, title)
    await third.release()
  })

  it('lets exactly one of many that come at once in', async () => {
    expect(await wins(12)).toBe(1)
  })

  it('lets exactly one of many take over from a process that was killed', async () => {
    const script = startScript('try-to-hold', folder)
    expect(await nextLine(script)).toBe('held')
    await expect(hold(folder, title)).rejects.toThrow(`process ${script.pid}`)
    await script.kill()
    expect(await wins(12)).toBe(1)
  })

  it('lets exactly one of several processes take over from a dead one', async () => {
    await (await hold(folder, title)).release()
    await leave(7, { pid: process.pid, started: 'long ago' })
    const scripts = Array.from({ length: 4 }, () => startScript('try-to-hold', folder))
    const said = await Promise.all(scripts.map(nextLine))
    const holder = scripts[said.indexOf('held')]
    expect(said.filter((line) => line !== 'held')).toEqual(
      Array.from({ length: 3 }, () => `The folder is already in use by process ${holder?.pid}`),
    )
    await Promise.all(scripts.map((script) => script.kill()))
  })

  it('is not fooled by another program that got the process id of a dead holder', async () => {
    await (await hold(folder, title)).release()
    await leave(2, { pid: process.ppid, started: 'another boot 1' })
    await (await hold(folder, title)).release()
    await leave(9, { pid: process.ppid, started: stampOf(process.ppid) })
    await expect(hold(folder, title)).rejects.toThrow(`process ${process.ppid}`)
  })

  it('takes a note that nobody can read for a dead holder, and leaves no litter', async () => {
    await (await hold(folder, title)).release()
    await leave(5, '{"pid":')
    const holding = await hold(folder, title)
    expect(await readdir(join(folder, 'holder'))).toEqual(['6'])
    await holding.release()
    expect(await readdir(join(folder, 'holder'))).toEqual(['6'])
  })
})
