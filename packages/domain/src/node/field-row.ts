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
  /** Its value is a list without repetition. Inputs may also add and remove single entries, as in `addTagIds`. */
  readonly isSet?: boolean
  /** Its value maps keys to values, which change one by one: an input is a patch, in which null removes a value. */
  readonly isMap?: boolean
  /** Only people who are named in the project may see it; others get the default. */
  readonly isForMembers?: boolean
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
