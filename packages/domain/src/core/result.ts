/**
 * The result of a rule or of a request: a value, or the reason for its refusal. The reason is a name, or a failure that
 * holds one. A rule itself never throws.
 */
export type Result<Value, Reason> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: Reason }

export const accept = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({ ok: true, value })

export const refuse = <const Reason>(reason: Reason): { readonly ok: false; readonly reason: Reason } => ({
  ok: false,
  reason,
})
