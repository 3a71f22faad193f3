/** A field that takes no arguments. */
export type NoArguments = Readonly<Record<string, never>>

/** Resolves one field. The parent is the value that the resolver of the enclosing field returned. */
export type FieldResolver<Value, Parent, Arguments, Context, Details> = (
  parent: Parent,
  args: Arguments,
  context: Context,
  details: Details,
) => Value | Promise<Value>

/** The events of one field of Subscription. An event carries the value under the field's name. */
export interface SubscriptionResolver<Value, Parent, Arguments, Context, Details> {
  readonly subscribe: (
    parent: Parent,
    args: Arguments,
    context: Context,
    details: Details,
  ) => AsyncIterable<unknown> | Promise<AsyncIterable<unknown>>
  readonly resolve?: FieldResolver<Value, Parent, Arguments, Context, Details>
}
