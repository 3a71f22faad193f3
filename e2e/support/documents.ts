import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './process.ts'

/** One fenced block of a document. */
export interface Block {
  /** The first word after the fence: the language. */
  readonly kind: string
  /** The text after the language: 'test', 'test=watch.mjs', 'answer'. */
  readonly mark: string
  readonly text: string
  readonly line: number
}

export interface Document {
  /** The path from the repository's root. */
  readonly path: string
  readonly text: string
  readonly blocks: readonly Block[]
}

export const readDocument = (path: string): Document => {
  const text = readFileSync(join(root, path), 'utf8')
  return { path, text, blocks: blocksOf(text) }
}

const markdownIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => (folder === '' ? name : `${folder}/${name}`))

/** The documents for readers, without decisions, which describe their own time. */
export const documents = (): readonly Document[] =>
  ['', 'docs', 'docs/guide'].flatMap(markdownIn).toSorted().map(readDocument)

function blocksOf(text: string): readonly Block[] {
  const fences = text.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)
  return [...fences].map(({ 1: info = '', 2: inside = '', index }) => {
    const [kind = '', ...marks] = info.trim().split(' ')
    return { kind, mark: marks.join(' '), text: inside, line: text.slice(0, index).split('\n').length }
  })
}

/** Returns texts in backticks, and the lines of blocks that are neither data nor programs. */
export function wordsInCode({ text, blocks }: Document): readonly string[] {
  const spans = text.replaceAll(/^```.*?^```$/gms, '').matchAll(/`([^`\n]+)`/g)
  const lines = blocks.filter(({ kind }) => ['', 'sh', 'ini'].includes(kind)).flatMap((block) => block.text.split('\n'))
  return [...[...spans].map(({ 1: span = '' }) => span), ...lines]
}

/** Returns the addresses of a document's links and pictures inside the repository. */
export const linksOf = ({ text }: Document): readonly string[] =>
  [...text.matchAll(/(?:\]\(|src=")([^)\s"]+)[)"]/g)]
    .map(({ 1: address = '' }) => address)
    .filter((address) => !/^[a-z]+:/.test(address))

/** The anchors as GitHub names them. */
export const anchorsOf = ({ text }: Document): readonly string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(({ 1: heading = '' }) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
