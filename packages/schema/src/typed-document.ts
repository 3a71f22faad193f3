/** An operation in the form that is sent, with the types of its data and variables. A page never parses it. */
export interface TypedDocument<Data, Variables> {
  readonly name: string
  /** The operation and every fragment that it uses. */
  readonly text: string
  /** Never present at run time: it only carries the types. */
  readonly types?: (variables: Variables) => Data
}
