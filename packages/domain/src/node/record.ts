import { defineTexts, type Text } from '../core/texts.ts'
import { sameValue } from './diff.ts'
import type { NodeFieldRow } from './field-row.ts'
import { nodeFieldRows } from './fields.ts'

type Rows = typeof nodeFieldRows
type Name = keyof Rows
type NamesWith<Trait> = { [Key in Name]: Rows[Key] extends Trait ? Key : never }[Name]
type Value<Key extends Name> =
  | Exclude<ReturnType<Rows[Key]['parse']>, undefined>
  | (Rows[Key] extends { readonly isNullable: true } ? null : never)
type Values<Keys extends Name> = { readonly [Key in Keys]: Value<Key> }
type Flat<Type> = { [Key in keyof Type]: Type[Key] }
type StyleName = NamesWith<{ readonly within: 'style' }>
type EditableName = NamesWith<{ readonly merge: 'last-writer' }>
type SettableName = EditableName | NamesWith<{ readonly merge: 'server' }>
type FileName = NamesWith<{ readonly file: object }>
type RequiredFileName = NamesWith<{ readonly file: { readonly isRequired: true } }>

export type NodeStyle = Values<StyleName>

/** A node with all of its fields, as it is stored. */
export type NodeRecord = Flat<Values<Exclude<Name, StyleName>> & { readonly style: NodeStyle }>

/** A node as pages hold it. */
export type PageNode = Flat<Omit<NodeRecord, NamesWith<{ readonly isSentToPages: false }>>>

/**
 * The fields of a node that a person can change, except its place. They are not nested: a part of a style has its own
 * name.
 */
export type EditableFields = Flat<Partial<Values<EditableName>>>

/** The fields that a stored change may set, except the structure, which the rules decide. */
export type SettableFields = Flat<
  Partial<Values<Exclude<SettableName, StyleName>>> & { readonly style?: Partial<NodeStyle> }
>

/** A node in a file. A missing field has its default. */
export type FileNode = Flat<Values<RequiredFileName> & Partial<Values<Exclude<FileName, RequiredFileName>>>>

/** The content of a node in a copied branch or in a file that is being read. */
type CopiedFields = Flat<Partial<Values<NamesWith<{ readonly isCopied: true }>>>>

/** A node with its descendants as it is copied, pasted, imported and exported. Titles and bodies are rich text. */
export interface Branch extends CopiedFields {
  readonly title: string
  readonly children: readonly Branch[]
  /** The id of the copied node, if others in the copy wait for it. */
  readonly copiedId?: string
  /** The copied ids of the nodes for which it waits. */
  readonly blockedByIds?: readonly string[]
}

/** One row of the table with the name of its field. */
export interface NodeField extends NodeFieldRow {
  readonly name: string
  /** The key in a record: the field's own name, or that of the object that contains it. */
  readonly key: string
}

type FieldBag = Readonly<Record<string, unknown>>

/** Derives everything that depends on a table of fields. It is computed once, when the table is loaded. */
function createNodeFields(rows: Readonly<Record<string, NodeFieldRow>>) {
  const all = Object.entries(rows).map(([name, row]) => createNodeField(name, row))
  const sent = all.filter(({ isSentToPages }) => isSentToPages !== false)
  return {
    all,
    byName: new Map(all.map((field) => [field.name, field])),
    /** The fields that people change and undo. */
    editable: all.filter(({ merge }) => merge === 'last-writer'),
    /** The fields that the structural rules decide. */
    structural: all.filter(({ merge }) => merge === 'rules'),
    sent,
    copied: all.filter(({ isCopied }) => isCopied),
    inFiles: all.filter(({ file }) => file !== undefined),
    /** The fields that a page shows and a person can distinguish: everything but ids and counters. */
    shown: sent.filter(({ name, merge }) => merge !== 'counted' && name !== 'id' && name !== 'projectId'),
    // Copied once more, because every new node begins as a copy of these: V8 keeps an object that was built key by key as
    // a hash table, from which a copy takes fifty times as long.
    defaults: { ...nestFields(all, getDefault) } as NodeRecord,
    pageDefaults: { ...nestFields(sent, getDefault) } as PageNode,
    /** The selection of a page's query, which already knows the project. */
    pageSelection: formatSelection(sent.filter(({ name }) => name !== 'projectId')),
    /** The selection of all fields of a node. */
    wholeSelection: formatSelection(all),
  }
}

const textKeys = ['label', 'lost', 'importFault', 'inputFault'] as const

/** The texts of a row become getters, so that they are read in the current language. */
function createNodeField(name: string, row: NodeFieldRow): NodeField {
  const field = { ...row, name, key: row.within ?? name }
  const given = textKeys.flatMap((key): [string, Text][] => (row[key] === undefined ? [] : [[key, row[key]]]))
  const texts = defineTexts(`domain.field.${name}`, Object.fromEntries(given))
  for (const [key] of given) Object.defineProperty(field, key, { enumerable: true, get: () => texts[key] })
  return field
}

const getDefault = (field: NodeField): unknown => field.default

/** Returns a field's value in a record or in a patch of one, or undefined. */
export function readNodeField(values: object, { name, within }: NodeField): unknown {
  const holder = within === undefined ? values : ((values as FieldBag)[within] ?? {})
  return Object.hasOwn(holder, name) ? (holder as FieldBag)[name] : undefined
}

/** Builds an object of these fields' values, each under its key in a record. Fields without a value are left out. */
export function nestFields(fields: readonly NodeField[], read: (field: NodeField) => unknown): FieldBag {
  const nested: Record<string, unknown> = {}
  for (const field of fields) {
    const value = read(field)
    if (value === undefined) continue
    if (field.within === undefined) nested[field.name] = value
    else nested[field.within] = { ...(nested[field.within] as object | undefined), [field.name]: value }
  }
  return nested
}

/** Picks the values that an object has for these fields, by the fields' own names and without nesting. */
export function pickFields(fields: readonly NodeField[], values: object): FieldBag {
  const picked: Record<string, unknown> = {}
  for (const { name } of fields) {
    const value = Object.hasOwn(values, name) ? (values as FieldBag)[name] : undefined
    if (value !== undefined) picked[name] = value
  }
  return picked
}

/** Picks the values that differ from the default, by the fields' own names. */
export function pickOwnValues(fields: readonly NodeField[], read: (field: NodeField) => unknown): FieldBag {
  const own: Record<string, unknown> = {}
  for (const field of fields) {
    const value = read(field)
    if (value !== undefined && !sameValue(value, field.default)) own[field.name] = value
  }
  return own
}

/**
 * Makes a change of a list on its current state: what others have added since stays. If nothing has changed since, the
 * list is exactly the wanted one.
 */
export function mergeSetChange(from: unknown, to: unknown, present: unknown): unknown {
  if (!Array.isArray(from) || !Array.isArray(to) || !Array.isArray(present) || sameValue(from, present)) return to
  const left = present.filter((id) => !from.includes(id) || to.includes(id))
  return [...new Set([...left, ...to.filter((id) => !from.includes(id))])]
}

function formatSelection(fields: readonly NodeField[]): string {
  const parts = new Map<string, readonly string[]>()
  for (const { name, key, within, parts: own = [] } of fields) {
    parts.set(key, within === undefined ? own : [...(parts.get(key) ?? []), name])
  }
  return [...parts].map(([key, below]) => (below.length === 0 ? key : `${key} { ${below.join(' ')} }`)).join(' ')
}

export const nodeFields = createNodeFields(nodeFieldRows)
