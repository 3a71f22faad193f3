import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { MigrationError } from './failures.ts'

/** A named folder of numbered files: 0001-what.sql, 0002-what.sql. A number may be left out, never used twice. */
export interface MigrationSet {
  readonly name: string
  readonly folder: URL
}

export interface Migration {
  readonly set: string
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly sha256: string
}

const fileNamePattern = /^(\d{4})-([a-z0-9]+(?:-[a-z0-9]+)*)\.sql$/

export const formatMigrationName = (migration: { set: string; name: string }): string => `${migration.set}/${migration.name}`

export async function readMigrations(set: MigrationSet): Promise<Migration[]> {
  const folder = new URL(set.folder.href.endsWith('/') ? set.folder.href : `${set.folder.href}/`)
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const migrations = await Promise.all(files.map((file) => readMigration(set.name, folder, file)))
  migrations.forEach(({ number }, index) => {
    if (number > (migrations[index - 1]?.number ?? 0)) return
    throw new MigrationError(`Migrations of "${set.name}": ${files[index]} has a number that is taken`)
  })
  return migrations
}

async function readMigration(set: string, folder: URL, file: string): Promise<Migration> {
  const number = fileNamePattern.exec(file)?.[1]
  if (number === undefined) {
    throw new MigrationError(`Migrations of "${set}": ${file} is not named like 0001-what-it-does.sql`)
  }
  // A checkout with Windows line ends would otherwise look like changed history.
  const sql = (await readFile(new URL(file, folder), 'utf8')).replaceAll('\r\n', '\n')
  return {
    set,
    number: Number(number),
    name: file.slice(0, -'.sql'.length),
    sql,
    sha256: createHash('sha256').update(sql).digest('hex'),
  }
}
