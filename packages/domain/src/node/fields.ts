import { limits } from '../core/limits.ts'
import { isPosition } from '../ordering/position.ts'
import { isHexColor, isNodeType, newNodeTitle, type NodeId, type ProjectId } from './node.ts'
import { isNodeStatus, parseTransitions } from './status.ts'

export type NodeInput = 'create' | 'update' | 'batch'

/**
 * Describes one field of a node. Records, columns, inputs, undo, history, copies and files are derived from these rows,
 * or compared with them by a test. docs/architecture/node-field.md lists the consequences of a new row.
 */
export interface NodeFieldRow {
  /** Parses a value that a caller sent, never null. Returns undefined if it is not a value of this field. */
  readonly parse: (value: unknown) => unknown
  /** Does the same for files and clipboards, where values are read more strictly than in the API. */
  readonly parseImported?: (value: unknown) => unknown
  /** The message of an import about a value at a place that cannot be read. If omitted, the value is ignored. */
  readonly importFault?: (place: string) => string
  /** The message of the API about such a value. If omitted, a sentence with the field's name. */
  readonly inputFault?: string
  /** The value of a new node unless another is given. */
  readonly default: unknown
  readonly isNullable?: boolean
  /** The object that contains the field in records and in the API. */
  readonly within?: 'style'
  readonly column: string
  readonly sqlType: string
  /** The type in the API's `Node`. */
  readonly graphqlType: string
  /** The fields of the objects in a list, which are always read together. */
  readonly parts?: readonly string[]
  /** The approximate number of bytes that a value takes in an answer. Texts are measured in addition. */
  readonly answerBytes: number
  /** The inputs of the API that set it directly. The structural rules read their own inputs. */
  readonly inputs: readonly NodeInput[]
  /**
   * How two changes of the field merge. last-writer: the later one holds, and people can undo it. rules: the structural
   * rules decide. server: only the server sets it. fixed: it never changes. counted: it follows from the other changes.
   */
  readonly merge: 'last-writer' | 'rules' | 'server' | 'fixed' | 'counted'
  /** Rich text is sanitized at every entry point. */
  readonly isRichText?: boolean
  /** False if pages do not read it with the nodes. */
  readonly isSentToPages?: boolean
  /** Whether a copied branch carries it. */
  readonly isCopied?: boolean
  /** A new node takes it from its parent, so a copy must name it even if it is the default. */
  readonly isInherited?: boolean
  /** Whether a duplicate of the project carries it. */
  readonly isCloned?: boolean
  /** Its values are ids of nodes, which change in a duplicate. */
  readonly holdsNodeIds?: boolean
  /**
   * How the history shows it: the value, a short form of a text, or only that it changed. If omitted, it is not shown.
   */
  readonly history?: 'value' | 'excerpt' | 'changed'
  /** The name that people see. */
  readonly label: string
  /** The words for it in the list of what a file format does not keep. If omitted, it is not listed. */
  readonly lost?: string
  /** How files contain it; our own format uses the same name. If omitted, no file contains it. */
  readonly file?: NodeFieldInFiles
}

interface NodeFieldInFiles {
  /** Every node in a file has it. */
  readonly isRequired?: boolean
  readonly csvHeading?: string
  /** The formats besides our own that keep it. If the row has `lost`, every other format lists it as lost. */
  readonly keptBy?: readonly string[]
}

const parseText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const parseId = (value: unknown): string | undefined => (typeof value === 'string' ? value.toLowerCase() : undefined)
const parseBoolean = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)
const parseIds = (value: unknown): readonly NodeId[] | undefined =>
  Array.isArray(value) && value.every((id) => typeof id === 'string') ? value : undefined

const colorPattern = /^#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/iu

const fromCreation = ['create', 'update', 'batch'] as const
const afterCreation = ['update', 'batch'] as const

/** Every field of a node. Tables that people read, such as CSV files, show them in this order. */
export const nodeFieldRows = {
  id: {
    parse: (value): NodeId | undefined => parseId(value),
    default: '',
    column: 'id',
    sqlType: 'uuid',
    graphqlType: 'ID!',
    answerBytes: 38,
    inputs: ['create'],
    merge: 'fixed',
    label: 'id',
    file: { isRequired: true, csvHeading: 'Id' },
  },
  projectId: {
    parse: (value): ProjectId | undefined => parseId(value),
    default: '',
    column: 'project_id',
    sqlType: 'uuid',
    graphqlType: 'ID!',
    answerBytes: 38,
    inputs: ['create', 'batch'],
    merge: 'fixed',
    label: 'project',
  },
  title: {
    parse: parseText,
    importFault: (place) => `${place} is not a text`,
    default: newNodeTitle,
    column: 'title',
    sqlType: 'text',
    graphqlType: 'String!',
    answerBytes: 4,
    inputs: fromCreation,
    merge: 'last-writer',
    isRichText: true,
    isCopied: true,
    isCloned: true,
    history: 'excerpt',
    label: 'title',
    file: { isRequired: true, csvHeading: 'Title' },
  },
  status: {
    parse: (value) => (isNodeStatus(value) ? value : undefined),
    importFault: (place) => `${place} is unknown`,
    default: 'todo',
    column: 'status',
    sqlType: 'text',
    graphqlType: 'NodeStatus!',
    answerBytes: 9,
    inputs: fromCreation,
    merge: 'last-writer',
    isCopied: true,
    isCloned: true,
    history: 'value',
    label: 'status',
    file: { isRequired: true, csvHeading: 'Status' },
  },
  body: {
    parse: parseText,
    importFault: (place) => `${place} is not a text`,
    default: '',
    column: 'body',
    sqlType: 'text',
    graphqlType: 'String!',
    answerBytes: 4,
    inputs: fromCreation,
    merge: 'last-writer',
    isRichText: true,
    isCopied: true,
    isCloned: true,
    history: 'changed',
    label: 'description',
    file: { isRequired: true, csvHeading: 'Description' },
  },
  parentIds: {
    parse: parseIds,
    importFault: (place) => `${place} is not a list of ids`,
    default: [],
    column: 'parent_ids',
    sqlType: 'uuid[]',
    graphqlType: '[ID!]!',
    answerBytes: 44,
    inputs: afterCreation,
    merge: 'rules',
    isCloned: true,
    holdsNodeIds: true,
    history: 'value',
    label: 'parents',
    file: { isRequired: true, csvHeading: 'Parents' },
  },
  position: {
    parse: (value) => (typeof value === 'number' && isPosition(value) ? value : undefined),
    importFault: (place) => `${place} is out of range`,
    default: 0,
    column: 'position',
    sqlType: 'double precision',
    graphqlType: 'Float!',
    answerBytes: 11,
    inputs: fromCreation,
    merge: 'rules',
    isCloned: true,
    history: 'value',
    label: 'position',
    file: { isRequired: true },
  },
  isDeleted: {
    parse: parseBoolean,
    default: false,
    column: 'is_deleted',
    sqlType: 'boolean',
    graphqlType: 'Boolean!',
    answerBytes: 6,
    inputs: afterCreation,
    merge: 'rules',
    history: 'value',
    label: 'deletion',
  },
  backgroundColor: {
    parse: (value) => (typeof value === 'string' && colorPattern.test(value) ? value.toLowerCase() : undefined),
    parseImported: (value) => (typeof value === 'string' && isHexColor(value) ? value.toLowerCase() : undefined),
    importFault: (place) => `${place} is not a color`,
    inputFault: 'The color must be written as #rrggbb',
    default: limits.nodeColour,
    within: 'style',
    column: 'background_color',
    sqlType: 'text',
    graphqlType: 'String!',
    answerBytes: 14,
    inputs: fromCreation,
    merge: 'last-writer',
    isCopied: true,
    isInherited: true,
    isCloned: true,
    history: 'value',
    label: 'color',
    lost: 'colors',
    file: { csvHeading: 'Color', keptBy: ['opml', 'freemind', 'xmind', 'csv'] },
  },
  processing: {
    parse: parseBoolean,
    default: false,
    within: 'style',
    column: 'processing',
    sqlType: 'boolean',
    graphqlType: 'Boolean!',
    answerBytes: 9,
    inputs: fromCreation,
    merge: 'server',
    label: 'breakdown',
  },
  hideChildren: {
    parse: parseBoolean,
    default: false,
    column: 'hide_children',
    sqlType: 'boolean',
    graphqlType: 'Boolean!',
    answerBytes: 6,
    inputs: afterCreation,
    merge: 'last-writer',
    isCopied: true,
    isCloned: true,
    history: 'value',
    label: 'fold',
    lost: 'which branches are folded',
    file: { isRequired: true, keptBy: ['opml', 'freemind', 'xmind'] },
  },
  projectLink: {
    parse: (value): ProjectId | undefined => parseId(value) || undefined,
    // The address is kept as the file has it; whether it leads anywhere is decided when the nodes are stored.
    parseImported: (value) => parseText(value) || undefined,
    default: null,
    isNullable: true,
    column: 'project_link',
    sqlType: 'uuid',
    graphqlType: 'ID',
    answerBytes: 6,
    inputs: afterCreation,
    merge: 'last-writer',
    isCloned: true,
    history: 'value',
    label: 'link',
    lost: 'links to other projects',
    file: { csvHeading: 'Linked project', keptBy: ['csv'] },
  },
  type: {
    parse: (value) => (isNodeType(value) ? value : undefined),
    default: 'standard',
    column: 'type',
    sqlType: 'text',
    graphqlType: 'NodeType!',
    answerBytes: 11,
    inputs: [],
    merge: 'fixed',
    isCloned: true,
    label: 'type',
  },
  externalKey: {
    parse: parseText,
    default: null,
    isNullable: true,
    column: 'external_key',
    sqlType: 'text',
    graphqlType: 'String',
    answerBytes: 4,
    inputs: [],
    merge: 'server',
    history: 'value',
    label: 'issue',
  },
  transitions: {
    parse: parseTransitions,
    importFault: (place) => `${place} is not a list of status changes`,
    default: [],
    column: 'transitions',
    sqlType: 'json',
    graphqlType: '[Transition!]!',
    parts: ['dt', 'from', 'to'],
    answerBytes: 66,
    inputs: [],
    merge: 'counted',
    isSentToPages: false,
    label: 'status changes',
    lost: 'when statuses changed',
    file: {},
  },
  version: {
    parse: (value) => (typeof value === 'number' ? value : undefined),
    default: 1,
    column: 'version',
    sqlType: 'integer',
    graphqlType: 'Int!',
    answerBytes: 3,
    inputs: [],
    merge: 'counted',
    label: 'version',
  },
} as const satisfies Readonly<Record<string, NodeFieldRow>>
