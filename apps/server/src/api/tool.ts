import type { TypedDocument } from '@espalier/schema'
import type { SignedInViewer, TokenGrant } from './viewer.ts'

/** The part of JSON Schema that describes the arguments of tools. */
export type ArgumentSchema =
  | { readonly type: 'string'; readonly description?: string; readonly enum?: readonly string[] }
  | { readonly type: 'integer'; readonly description?: string; readonly minimum?: number; readonly maximum?: number }
  | { readonly type: 'boolean'; readonly description?: string }
  | {
      readonly type: 'array'
      readonly description?: string
      readonly items: ArgumentSchema | { readonly $ref: string }
      readonly minItems?: number
      readonly maxItems?: number
    }
  | ObjectSchema

export interface ObjectSchema {
  readonly type: 'object'
  readonly description?: string
  readonly properties: Readonly<Record<string, ArgumentSchema>>
  readonly required?: readonly string[]
  /** True if other properties are allowed; they are checked where they are read. */
  readonly additionalProperties?: boolean
  /** An outline contains itself. */
  readonly $defs?: Readonly<Record<string, ArgumentSchema>>
}

/** One call of a tool. */
export interface ToolCall {
  readonly viewer: SignedInViewer & { readonly token: TokenGrant }
  /** Runs an operation of the API with the rights and limits of the caller. Throws its first error as an ApiError. */
  query<Data, Variables extends Readonly<Record<string, unknown>>>(
    document: TypedDocument<Data, Variables>,
    variables: Variables,
  ): Promise<Data>
  /** Counts work that is not an operation of the API for the same limits, and runs it. */
  admit<Answer>(work: number, run: () => Promise<Answer>): Promise<Answer>
}

/** Something that a program can do through the MCP endpoint. */
export interface Tool {
  readonly name: string
  /** Written for a model. */
  readonly description: string
  /** The least role of the tokens that it is offered to. Tools for readers change nothing. */
  readonly role: TokenGrant['role']
  /** True if it may remove what is there. */
  readonly isDestructive?: boolean
  readonly input: ObjectSchema
  /** The arguments fit the schema. The answer is sent as JSON. */
  run(args: Readonly<Record<string, unknown>>, call: ToolCall): Promise<object>
}
