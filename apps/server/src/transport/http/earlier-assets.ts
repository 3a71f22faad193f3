import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const assetRetentionMs = 7 * 86_400_000
const replacedListFile = 'replaced.json'

/** When each file ceased to be part of the build, in milliseconds. */
type ReplacedAt = Readonly<Record<string, number>>

export interface AssetFolders {
  /** The folder of the built page. */
  readonly webRoot: string
  /** A folder that outlives the build: a new image, or a new build, replaces the first one. */
  readonly keptRoot: string
}

/**
 * Copies this build's assets, so that pages opened before the next deployment can still load the parts they have not used yet.
 * Files that have not been part of the build for a week are removed.
 */
export async function keepBuildAssets({ webRoot, keptRoot }: AssetFolders, nowMs: number): Promise<void> {
  const [source, target] = [join(webRoot, 'assets'), join(keptRoot, 'assets')]
  await mkdir(target, { recursive: true })
  const current = new Set(await readdir(source).catch(() => []))
  const kept = new Set(await readdir(target))
  const replacedBefore = await readReplacedList(keptRoot)
  const replaced = [...kept]
    .filter((name) => !current.has(name))
    .map((name) => [name, replacedBefore[name] ?? nowMs] as const)
  const isExpired = ([, sinceMs]: readonly [string, number]) => nowMs - sinceMs > assetRetentionMs
  for (const [name] of replaced.filter(isExpired)) await rm(join(target, name), { force: true })
  // The names carry a hash of the content: a file that is there is the same file.
  for (const name of current) if (!kept.has(name)) await copyFile(join(source, name), join(target, name))
  const remaining = Object.fromEntries(replaced.filter((one) => !isExpired(one)))
  await writeFile(join(keptRoot, replacedListFile), JSON.stringify(remaining))
}

async function readReplacedList(keptRoot: string): Promise<ReplacedAt> {
  try {
    return JSON.parse(await readFile(join(keptRoot, replacedListFile), 'utf8')) as ReplacedAt
  } catch {
    return {}
  }
}
