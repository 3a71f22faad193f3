/** An operation as it is sent, with the types of its data and of its variables. It is never parsed in a page. */
export interface TypedDocument<Data, Variables> {
  readonly name: string
  /** The operation and every fragment that it names. */
  readonly text: string
  /** Never there: it only carries the types. */
  readonly types?: (variables: Variables) => Data
}
