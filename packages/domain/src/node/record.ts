import { sameValue } from './diff.ts'
import { type NodeFieldRow, nodeFieldRows } from './fields.ts'

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

/** What a person changes of a node, its place aside. Without nesting: a part of a style has its own name. */
export type EditableFields = Flat<Partial<Values<EditableName>>>

/** What a stored change may set besides the structure, which the rules decide. */
export type SettableFields = Flat<
  Partial<Values<Exclude<SettableName, StyleName>>> & { readonly style?: Partial<NodeStyle> }
>

/** A node as files carry it. What is missing has the default of its field. */
export type FileNode = Flat<Values<RequiredFileName> & Partial<Values<Exclude<FileName, RequiredFileName>>>>

/** What a node says, as a copied branch or a file that is being read has it. */
type CopiedFields = Flat<Partial<Values<NamesWith<{ readonly isCopied: true }>>>>

/** A node with its descendants as it is copied, pasted, imported and exported. Titles and bodies are rich text. */
export interface Branch extends CopiedFields {
  readonly title: string
  readonly children: readonly Branch[]
}

/** One row of the table with the name of its field. */
export interface NodeField extends NodeFieldRow {
  readonly name: string
  /** Where a record has it: its own name, or that of the object that it is a part of. */
  readonly key: string
}

type FieldBag = Readonly<Record<string, unknown>>

/** Everything that follows from a table of fields. Computed once, when the table is loaded. */
function createNodeFields(rows: Readonly<Record<string, NodeFieldRow>>) {
  const all = Object.entries(rows).map(([name, row]): NodeField => ({ ...row, name, key: row.within ?? name }))
  const sent = all.filter(({ isSentToPages }) => isSentToPages !== false)
  return {
    all,
    byName: new Map(all.map((field) => [field.name, field])),
    /** What people change and undo. */
    editable: all.filter(({ merge }) => merge === 'last-writer'),
    /** What the rules of structure decide. */
    structural: all.filter(({ merge }) => merge === 'rules'),
    sent,
    copied: all.filter(({ isCopied }) => isCopied),
    inFiles: all.filter(({ file }) => file !== undefined),
    /** What both a page shows and a person could tell apart: everything but ids and counters. */
    shown: sent.filter(({ name, merge }) => merge !== 'counted' && name !== 'id' && name !== 'projectId'),
    defaults: nestFields(all, getDefault) as NodeRecord,
    pageDefaults: nestFields(sent, getDefault) as PageNode,
    /** The fields of a node in a query of a page, which knows the project. */
    pageSelection: formatSelection(sent.filter(({ name }) => name !== 'projectId')),
    /** All fields of a node in a query. */
    wholeSelection: formatSelection(all),
  }
}

const getDefault = (field: NodeField): unknown => field.default

/** A field's value in a record or in a patch of one; undefined where it has none. */
export function readNodeField(values: object, { name, within }: NodeField): unknown {
  const holder = within === undefined ? values : ((values as FieldBag)[within] ?? {})
  return Object.hasOwn(holder, name) ? (holder as FieldBag)[name] : undefined
}

/** An object of these fields' values, each where a record has it. Fields without a value are left out. */
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

/** The values that an object has for these fields, by the fields' own names and without nesting. */
export function pickFields(fields: readonly NodeField[], values: object): FieldBag {
  const picked: Record<string, unknown> = {}
  for (const { name } of fields) {
    const value = Object.hasOwn(values, name) ? (values as FieldBag)[name] : undefined
    if (value !== undefined) picked[name] = value
  }
  return picked
}

/** The values that differ from the default, by the fields' own names. */
export function pickOwnValues(fields: readonly NodeField[], read: (field: NodeField) => unknown): FieldBag {
  const own: Record<string, unknown> = {}
  for (const field of fields) {
    const value = read(field)
    if (value !== undefined && !sameValue(value, field.default)) own[field.name] = value
  }
  return own
}

function formatSelection(fields: readonly NodeField[]): string {
  const parts = new Map<string, readonly string[]>()
  for (const { name, key, within, parts: own = [] } of fields) {
    parts.set(key, within === undefined ? own : [...(parts.get(key) ?? []), name])
  }
  return [...parts].map(([key, below]) => (below.length === 0 ? key : `${key} { ${below.join(' ')} }`)).join(' ')
}

export const nodeFields = createNodeFields(nodeFieldRows)
